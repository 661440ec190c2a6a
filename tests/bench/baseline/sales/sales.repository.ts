import { type Database, type Listing, literal, readPage, sql, withErrors } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import {
  clientNotFoundOrInactive,
  pedidoTaken,
  representadaNotFound,
} from '../../../../services/sales/src/sales/sales.errors.ts';
import type {
  FullSale,
  NewSale,
  Sale,
  SaleItem,
  SaleSummary,
} from '../../../../services/sales/src/sales/sales.schemas.ts';
import { offsetOf, type Page } from '../page.ts';

interface DatedSale extends NewSale {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
}

type ItemColumns = { [Name in keyof SaleItem as `item_${Name}`]: SaleItem[Name] };

const refusals = {
  sale_pedido_key: pedidoTaken,
  sale_client_fkey: clientNotFoundOrInactive,
  sale_representada_fkey: representadaNotFound,
};

export const makeSalesRepository = (database: Database) => ({
  create: async (call: RequestCall, sale: DatedSale): Promise<Sale> => {
    const itens = sale.itens.map(({ produtoId, quantidade, valorUnitario, valorTotal }) => ({
      produto_id: produtoId,
      quantidade,
      valor_unitario: valorUnitario,
      valor_total: valorTotal,
    }));
    const [created] = await withErrors(database.within, refusals)(
      call,
      sql<[Omit<Sale, 'itens'>]>`
        select id, pedido, data, cliente_id, representada_id, status, valor_total, created_at
        from create_sale(
          ${call.empresa_id}, ${sale.ano}, ${sale.pedido ?? null}, ${sale.data}, ${sale.clienteId},
          ${sale.representadaId}, ${sale.status}, ${sale.valorTotal}, ${JSON.stringify(itens)}::text::json,
          ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
        )`,
    );
    return { ...created, itens };
  },

  /** Walks the primary key from the newest sale of the page on. Each name is one lookup by primary key. */
  list: (call: RequestCall, page: Page): Promise<Listing<SaleSummary>> => {
    const { empresa_id } = call;
    const offset = offsetOf(page);
    const newest = sql`
      select id from sale where empresa_id = ${empresa_id} order by id desc limit 1 offset ${literal(offset)}`;
    return readPage(database, call, {
      counted: sql`
        select coalesce(sum(total), 0)::bigint as total from sale_counter where empresa_id = ${empresa_id}`,
      page: sql`
        select id, pedido, data, cliente_id,
          (select nome from client where empresa_id = ${empresa_id} and id = cliente_id) as cliente_nome,
          representada_id,
          (select nome from representada where empresa_id = ${empresa_id} and id = representada_id) as representada_nome,
          status, valor_total, created_at, updated_at
        from sale
        where empresa_id = ${empresa_id} ${offset === 0 ? sql`` : sql`and id <= (${newest})`}
        order by id desc limit ${literal(page.limit)}`,
      order: sql`id desc`,
      sending: offset === 0 ? 'prepared' : 'unprepared',
    });
  },

  read: async (call: RequestCall, id: string): Promise<FullSale | undefined> => {
    const rows = await database.within(
      call,
      sql<(Omit<FullSale, 'itens'> & ItemColumns)[]>`
        select sale.id, pedido, data, cliente_id,
          (select nome from client where empresa_id = ${call.empresa_id} and id = cliente_id) as cliente_nome,
          representada_id,
          (select nome from representada where empresa_id = ${call.empresa_id} and id = representada_id)
            as representada_nome,
          status, sale.valor_total, created_at, updated_at,
          produto_id as item_produto_id, quantidade as item_quantidade, valor_unitario as item_valor_unitario,
          item.valor_total as item_valor_total
        from sale
        cross join lateral (
          select posicao, produto_id, quantidade, valor_unitario, valor_total from sale_item
          where empresa_id = ${call.empresa_id} and sale_id = ${id} offset 0
        ) item
        where empresa_id = ${call.empresa_id} and id = ${id}
        order by posicao`,
    );
    const [sale] = rows;
    return (
      sale && {
        ...sale,
        itens: rows.map((row) => ({
          produto_id: row.item_produto_id,
          quantidade: row.item_quantidade,
          valor_unitario: row.item_valor_unitario,
          valor_total: row.item_valor_total,
        })),
      }
    );
  },

  remove: async (call: RequestCall, id: string): Promise<boolean> => {
    const [{ removed }] = await database.within(
      call,
      sql<[{ removed: boolean }]>`select delete_sale(${call.empresa_id}, ${id}) as removed`,
    );
    return removed;
  },
});

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
