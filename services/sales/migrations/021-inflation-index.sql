-- Monthly factors of an inflation index, loaded by the operator: overdue commissions are corrected by them
-- (Lei 4.886/65, art. 32 § 2). Of no company.
create table inflation_index (
  nome text not null,
  mes date not null,
  fator numeric(12, 8) not null check (fator > 0),
  constraint inflation_index_pkey primary key (nome, mes)
);

create aggregate product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
