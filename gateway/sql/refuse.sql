-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates. The services' one is in
-- libs/changes, which the gateway does not have.
create or replace function refuse(p_constraint text) returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint;
end $$;
