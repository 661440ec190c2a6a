-- Adds an administrative act to the company's chain. The company's row must be locked: the lock orders the entries.
create or replace function audit_act(
  p_empresa_id uuid, p_caller jsonb, p_operacao text, p_recurso text, p_id uuid, p_campos text[] default null
) returns void language plpgsql as $$
declare
  last bigint := greatest(
    (select max(numero) from audit_entry where empresa_id = p_empresa_id),
    (select numero from audit_checkpoint where empresa_id = p_empresa_id),
    0
  );
begin
  perform audit(p_empresa_id, last + 1, p_caller, p_operacao, p_recurso, p_id::text, p_campos);
end $$;
