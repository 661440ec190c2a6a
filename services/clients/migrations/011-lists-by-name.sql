-- migrate: without a transaction
-- The clients of a state or a city by name. `|| ''` makes an expression that no other index has. Otherwise the planner may choose
-- client_estado or client_cidade, and sort all matches.
drop index concurrently if exists client_estado_nome;
create index concurrently client_estado_nome on client
  (empresa_id, (estado || ''), (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
drop index concurrently if exists client_cidade_nome;
create index concurrently client_cidade_nome on client
  (empresa_id, (split_part(search_text, e'\x1f', -2) || '' collate "C"),
   (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
