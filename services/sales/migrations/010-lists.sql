-- A status in its normal form. In a migration, since an index is built on it: another definition needs another index.
create function status_step(status text) returns text language sql immutable parallel safe return
  case
    when status in ('Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento') then 'aberta'
    when status in ('Faturado', 'PAGA') then 'faturada'
    when status in ('Enviado', 'ENVIADA') then 'enviada'
    when status in ('Entregue', 'ENTREGUE') then 'entregue'
    when status in ('Cancelado', 'CANCELADA') then 'cancelada'
  end;

-- Searches look through order codes and clients' names. Adding a stored column rewrites the table under a lock
-- (deploy/README.md, "Upgrade").
alter table sale add column search_text text not null generated always as (extensions.fold(pedido)) stored;
alter table reference add column search_text text not null generated always as (extensions.fold(nome)) stored;
