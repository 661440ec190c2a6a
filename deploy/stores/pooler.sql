-- For processes behind a pooler, which drops the settings that they send when they connect (README.md, "Scaling"). Run once as
-- an administrator, in the database of the processes. Migrations set their own.
do $$
declare
  role text;
  setting text;
begin
  foreach role in array array['gateway', 'sales', 'catalog', 'clients'] loop
    foreach setting in array array[
      format('search_path = %I, extensions', role),
      -- REQUEST_TIMEOUT_MS of the processes.
      'statement_timeout = 4000',
      'plan_cache_mode = force_generic_plan',
      'enable_seqscan = off',
      'random_page_cost = 1.1',
      'jit = off'
    ] loop
      execute format('alter role %I in database %I set %s', role, current_database(), setting);
    end loop;
  end loop;
end $$;
