-- migrate: without a transaction
-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.
drop index concurrently if exists sale_step;
create index concurrently sale_step on sale (empresa_id, status_step(status), id);
drop index concurrently if exists sale_data;
create index concurrently sale_data on sale (empresa_id, data, id);
drop index concurrently if exists sale_valor_total;
create index concurrently sale_valor_total on sale (empresa_id, valor_total, id);

-- In place of sale_cliente and sale_representada, which the last release uses until these are ready.
drop index concurrently if exists sale_of_cliente;
create index concurrently sale_of_cliente on sale (empresa_id, cliente_id, id);
drop index concurrently if exists sale_of_representada;
create index concurrently sale_of_representada on sale (empresa_id, representada_id, id);
drop index concurrently if exists sale_cliente;
drop index concurrently if exists sale_representada;

-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records. Each search
-- also reads the pending list, hence its low limit. For sales it is higher than for names: they are created far more often
-- than searched, and with 64 kB a seventh fewer could be.
drop index concurrently if exists sale_search;
create index concurrently sale_search on sale using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 512);
drop index concurrently if exists reference_search;
create index concurrently reference_search on reference using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64) where kind = 'client';
