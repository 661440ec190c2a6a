-- The number of the next part of a sale's commission. The caller has locked the company's sequence of changes: no other
-- write of the company takes the same number.
create or replace function next_part(p_empresa_id uuid, p_sale_id uuid) returns int language sql stable as $$
  select coalesce(max(parte), 0) + 1 from commission_part where empresa_id = p_empresa_id and origem_id = p_sale_id;
$$;
