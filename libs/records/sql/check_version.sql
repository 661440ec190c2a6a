-- Refuses a change when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then perform refuse('version_mismatch'); end if;
end $$;
