-- Indexes of the list's filters and orders. Each ends with the id, so that a page is a walk along the index.

-- A status in its normal form. In a migration, since an index is built on it: another definition needs another index.
create function status_step(status text) returns text language sql immutable parallel safe return
  case
    when status in ('Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento') then 'aberta'
    when status in ('Faturado', 'PAGA') then 'faturada'
    when status in ('Enviado', 'ENVIADA') then 'enviada'
    when status in ('Entregue', 'ENTREGUE') then 'entregue'
    when status in ('Cancelado', 'CANCELADA') then 'cancelada'
  end;

create index sale_step on sale (empresa_id, status_step(status), id);
create index sale_data on sale (empresa_id, data, id);
create index sale_valor_total on sale (empresa_id, valor_total, id);

drop index sale_cliente;
drop index sale_representada;
create index sale_cliente on sale (empresa_id, cliente_id, id);
create index sale_representada on sale (empresa_id, representada_id, id);

-- Searches look through order codes and clients' names. By empresa_id::text, which no other index has: a search cannot be
-- planned as a scan of the company's records. Each search also reads the pending list, hence its low limit. For sales it is
-- higher than for names: they are created far more often than searched, and with 64 kB a seventh fewer could be.
alter table sale add column search_text text not null generated always as (extensions.fold(pedido)) stored;
alter table reference add column search_text text not null generated always as (extensions.fold(nome)) stored;
create index sale_search on sale using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 512);
create index reference_search on reference using gin ((empresa_id::text), search_text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 64) where kind = 'client';
