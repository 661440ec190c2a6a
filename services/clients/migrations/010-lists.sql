-- migrate: without a transaction
-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
-- Names and cities are those of search_text, without case and accents: folding a text costs ten times as much as cutting
-- it out. The beginning of a name suffices, and always fits into an index.
drop index concurrently if exists client_nome;
create index concurrently client_nome on client (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
drop index concurrently if exists client_estado;
create index concurrently client_estado on client (empresa_id, estado, id);
drop index concurrently if exists client_cidade;
create index concurrently client_cidade on client (empresa_id, (split_part(search_text, e'\x1f', -2) collate "C"), id);
drop index concurrently if exists client_telefone;
create index concurrently client_telefone on client (empresa_id, telefone, id);
drop index concurrently if exists client_cnpj_cpf;
create index concurrently client_cnpj_cpf on client (empresa_id, cnpj_cpf, id) where cnpj_cpf is not null;

-- Most clients are active, and few are served on a given day: these indexes hold the others only.
drop index concurrently if exists client_inactive;
create index concurrently client_inactive on client (empresa_id, id) where not ativo;
drop index concurrently if exists client_segunda;
create index concurrently client_segunda on client (empresa_id, id) where segunda;
drop index concurrently if exists client_terca;
create index concurrently client_terca on client (empresa_id, id) where terca;
drop index concurrently if exists client_quarta;
create index concurrently client_quarta on client (empresa_id, id) where quarta;
drop index concurrently if exists client_quinta;
create index concurrently client_quinta on client (empresa_id, id) where quinta;
drop index concurrently if exists client_sexta;
create index concurrently client_sexta on client (empresa_id, id) where sexta;

-- The clients of a state or a city by name. `|| ''` makes an expression that no other index has. Otherwise the planner may choose
-- client_estado or client_cidade, and sort all matches.
drop index concurrently if exists client_estado_nome;
create index concurrently client_estado_nome on client
  (empresa_id, (estado || ''), (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
drop index concurrently if exists client_cidade_nome;
create index concurrently client_cidade_nome on client
  (empresa_id, (split_part(search_text, e'\x1f', -2) || '' collate "C"),
   (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
