-- migrate: without a transaction
-- By empresa_id::text, which no other index has: a search cannot be planned as a scan of the company's records. Each search
-- also reads the pending list, hence its low limit. For sales it is higher than for names: they are created far more often
-- than searched, and with 64 kB a seventh fewer could be.
drop index concurrently if exists sale_search;
create index concurrently sale_search on sale using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 512);
drop index concurrently if exists reference_search;
create index concurrently reference_search on reference using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64) where kind = 'client';
