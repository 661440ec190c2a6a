-- A status in its normal form. In a migration, since an index is built on it: another definition needs another index.
create function status_step(status text) returns text language sql immutable parallel safe return
  case
    when status in ('Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento') then 'aberta'
    when status in ('Faturado', 'PAGA') then 'faturada'
    when status in ('Enviado', 'ENVIADA') then 'enviada'
    when status in ('Entregue', 'ENTREGUE') then 'entregue'
    when status in ('Cancelado', 'CANCELADA') then 'cancelada'
  end;

-- Searches look through order codes and clients' names. Written with the sale, and by a trigger with the name: to add a
-- generated column would rewrite the table under a lock. backfills/ fill the rows that exist. `search_text` becomes
-- `not null` in the next release.
alter table sale add column search_text text;
alter table reference add column search_text text;

create function fold_nome() returns trigger language plpgsql as $$
begin
  new.search_text := extensions.fold(new.nome);
  return new;
end $$;
create trigger reference_search_text before insert or update of nome on reference
  for each row execute function fold_nome();
