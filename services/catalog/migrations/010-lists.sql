-- The order of names: those of search_text, without case and accents. Folding a text costs ten times as much as cutting it
-- out. The beginning of a name suffices, and always fits into an index.
create index product_nome on product (empresa_id, (left(split_part(search_text, e'\x1f', 2), 100) collate "C"), id);
create index representada_nome on representada
  (empresa_id, (left(split_part(search_text, e'\x1f', 1), 100) collate "C"), id);

-- Few records are inactive. Of an index that also has the others, the planner cannot know that without statistics.
create index product_inactive on product (empresa_id, created_at desc, id desc) where not ativo;
create index representada_inactive on representada (empresa_id, id) where not ativo;
