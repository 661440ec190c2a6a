-- migrate: in batches
update reference set search_text = extensions.fold(nome)
where (empresa_id, id) in (
  select empresa_id, id from reference where search_text is null order by empresa_id, id limit 200
);
