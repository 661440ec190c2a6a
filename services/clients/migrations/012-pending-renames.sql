-- migrate: without a transaction
-- The clients of a company whose new name sales has not acknowledged: an import tells them before it is answered.
drop index concurrently if exists client_renamed;
create index concurrently client_renamed on client (empresa_id, id) where rename_pending;
