-- Ends the transaction with a refusal, in the form of a constraint violation that the repository translates (`withErrors`).
create or replace function refuse(p_constraint text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception '%', p_constraint using constraint = p_constraint, detail = p_detail;
end $$;
