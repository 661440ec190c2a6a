-- migrate: without a transaction
drop index concurrently if exists sale_canal;
create index concurrently sale_canal on sale (empresa_id, canal, id);
