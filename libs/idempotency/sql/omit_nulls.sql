-- A kept record without the fields that a reply leaves out when they are null.
create or replace function omit_nulls(p_record jsonb, variadic p_fields text[]) returns jsonb language sql immutable as $$
  select p_record - array(select field from unnest(p_fields) field where p_record -> field = 'null');
$$;
