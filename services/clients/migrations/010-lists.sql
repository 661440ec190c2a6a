-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
-- Names and cities are those of search_text, without case and accents: folding a text costs ten times as much as cutting
-- it out. The beginning of a name suffices, and always fits into an index.
create index client_nome on client (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);
create index client_estado on client (empresa_id, estado, id);
create index client_cidade on client (empresa_id, (split_part(search_text, e'\x1f', -2) collate "C"), id);
create index client_telefone on client (empresa_id, telefone, id);
create index client_cnpj_cpf on client (empresa_id, cnpj_cpf, id) where cnpj_cpf is not null;

-- Most clients are active, and few are served on a given day: these indexes hold the others only.
create index client_inactive on client (empresa_id, id) where not ativo;
create index client_segunda on client (empresa_id, id) where segunda;
create index client_terca on client (empresa_id, id) where terca;
create index client_quarta on client (empresa_id, id) where quarta;
create index client_quinta on client (empresa_id, id) where quinta;
create index client_sexta on client (empresa_id, id) where sexta;
