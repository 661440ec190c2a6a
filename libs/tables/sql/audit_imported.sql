-- An entry of the audit for each record that an import has created: those numbered after p_number, in their order.
create or replace function audit_imported(
  p_empresa_id uuid, p_table text, p_resource text, p_number bigint, p_caller jsonb
) returns void language plpgsql as $$
declare
  noted record;
begin
  for noted in
    select change, id from current_change
    where empresa_id = p_empresa_id and resource = p_table and change > p_number order by change
  loop
    perform audit(p_empresa_id, noted.change, p_caller, 'importar', p_resource, noted.id, null);
  end loop;
end $$;
