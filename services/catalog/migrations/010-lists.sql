-- migrate: without a transaction
-- The order of names: those of search_text, without case and accents. Folding a text costs ten times as much as cutting it
-- out. The beginning of a name suffices, and always fits into an index.
drop index concurrently if exists product_nome;
create index concurrently product_nome on product (empresa_id, (left(split_part(search_text, e'\x1f', 2), 100) collate "C"), id);
drop index concurrently if exists representada_nome;
create index concurrently representada_nome on representada
  (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);

-- Few records are inactive. Of an index that also has the others, the planner cannot know that without statistics.
drop index concurrently if exists product_inactive;
create index concurrently product_inactive on product (empresa_id, created_at desc, id desc) where not ativo;
drop index concurrently if exists representada_inactive;
create index concurrently representada_inactive on representada (empresa_id, id) where not ativo;

-- In place of product_representada, which the last release uses until this is ready: one direction for all columns, so that a
-- filter can be read as a range.
drop index concurrently if exists product_of_representada;
create index concurrently product_of_representada on product (empresa_id, representada_id, created_at, id)
  where representada_id is not null;
drop index concurrently if exists product_representada;
