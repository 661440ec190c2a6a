-- Refuses a write of a record that does not exist, or of which If-Match named other versions (null: any version will do). Returns the
-- change number: the audit takes it from here, so that it comes after the check.
create or replace function check_write(p_change bigint, p_id text, p_version int, p_versions int[]) returns bigint
language plpgsql as $$
begin
  if p_id is null then perform refuse('record_missing'); end if;
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
  return p_change;
end $$;
