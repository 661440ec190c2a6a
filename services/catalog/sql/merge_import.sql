-- Writes the rows of an import that has neither faults nor conflicts: new products in the order of the file, then the changes of
-- others. Called under the lock of the company's sequence.
create or replace function merge_import(p_empresa_id uuid, p_import_id uuid, p_caller jsonb) returns void
language plpgsql as $$
declare
  last_change bigint;
  created bigint;
  activated bigint;
  staged import_row;
  before product;
  after product;
begin
  select last into last_change from change_sequence where empresa_id = p_empresa_id;
  select count(*) into activated from import_row
    where import_id = p_import_id and target is null and (record ->> 'ativo')::boolean;

  insert into product (
    empresa_id, id, nome, descricao, preco, ativo, representada_id, comissao, created_at, updated_at, change
  )
  select p_empresa_id, row.key, fresh.nome, fresh.descricao, fresh.preco, fresh.ativo, fresh.representada_id,
    fresh.comissao, row.moment, row.moment, last_change + row.place
  from (
    -- Numbered in the order of the file, and so are the moments.
    select key, record, row_number() over (order by line) as place, clock_timestamp() as moment
    from import_row where import_id = p_import_id and target is null order by line offset 0
  ) row
  cross join lateral jsonb_populate_record(null::product, row.record) fresh
  -- Ids are unique in the whole system: imports of two companies that create the same ones must not deadlock.
  order by row.key;
  get diagnostics created = row_count;

  perform audit_imported(p_empresa_id, 'product', last_change, p_caller);
  last_change := last_change + created;

  for staged in
    select * from import_row where import_id = p_import_id and outcome = 'atualizado' order by line
  loop
    last_change := last_change + 1;
    select * into strict before from product where empresa_id = p_empresa_id and id = staged.key for no key update;
    after := jsonb_populate_record(before, staged.given);
    activated := activated + after.ativo::int - before.ativo::int;
    perform change_product(before, after, last_change, p_caller, 'importar');
  end loop;

  insert into product_counter as existing (empresa_id, total, active) values (p_empresa_id, created, activated)
    on conflict (empresa_id) do update set total = existing.total + created, active = existing.active + activated;
  update change_sequence set last = last_change where empresa_id = p_empresa_id;
end $$;
