-- The order of names, without regard to case and accents. The beginning of a name suffices, and always fits into an index.
create index product_nome on product (empresa_id, (left(extensions.fold(nome), 100) collate "C"), id);
create index representada_nome on representada (empresa_id, (left(extensions.fold(nome), 100) collate "C"), id);
