-- Raises a violation when If-Match named other versions. Null: any version will do.
create or replace function check_version(p_version int, p_versions int[]) returns void language plpgsql as $$
begin
  if p_version <> all (p_versions) then
    raise exception 'the record has version %', p_version using constraint = 'version_mismatch';
  end if;
end $$;
