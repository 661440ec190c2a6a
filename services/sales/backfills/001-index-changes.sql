-- migrate: without a transaction
-- Repeatable after a crash, which may leave an invalid index. The first index serves the changes feed. The second finds the
-- records that backfills/002 has to number. Waiting for running transactions, as `concurrently` does, also makes sure that no
-- function of the last release is still creating a record without a number.
drop index concurrently if exists sale_change;
create index concurrently sale_change on sale (empresa_id, change);
drop index concurrently if exists sale_without_change;
create index concurrently sale_without_change on sale (empresa_id, id) where change is null;

-- For backfills/003.
drop index concurrently if exists reference_without_search;
create index concurrently reference_without_search on reference (empresa_id, id) where search_text is null;
