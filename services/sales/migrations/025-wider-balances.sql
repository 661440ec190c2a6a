-- A month's sum may exceed seventeen digits: each entry has up to fifteen. More digits of the same scale rewrite no row.
alter table commission_balance
  alter prevista type numeric(21, 2),
  alter devida type numeric(21, 2),
  alter paga type numeric(21, 2),
  alter credito type numeric(21, 2);
