-- The hashes of a company's valid keys. Volatile, so that it sees those that were issued while its statement waited for a lock.
create or replace function valid_key_hashes(p_empresa_id uuid) returns json language sql volatile as $$
  select coalesce(json_agg(encode(hash, 'hex')), '[]') from api_key where empresa_id = p_empresa_id and is_valid_key(api_key);
$$;
