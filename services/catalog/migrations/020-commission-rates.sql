-- Null: the law's rule (when the client has paid, by the 15th of the next month) applies.
alter table representada
  add column comissao_quando text check (comissao_quando in ('recebimento', 'faturamento')),
  add column comissao_dia smallint check (comissao_dia between 1 and 31);

-- A product's own rate wins over its representada's. Null: it has none.
alter table product add column comissao numeric(9, 6) check (comissao between 0 and 100);
