import { type Database, type Listing, readListing, violates } from '@representa/postgres';
import { type EmpresaCall, offsetOf, type Page } from '@representa/service-kit';
import { toDecimal } from './money.ts';
import { clientNotFoundOrInactive, pedidoTaken, representadaNotFound } from './sales.errors.ts';
import type { NewSale } from './sales.schemas.ts';

export interface DatedSale extends NewSale {
  data: string;
  ano: number;
}

const refusal = (error: unknown): unknown => {
  if (violates(error, 'sale_pedido_key')) return pedidoTaken();
  if (violates(error, 'sale_client_fkey')) return clientNotFoundOrInactive();
  if (violates(error, 'sale_representada_fkey')) return representadaNotFound();
  return error;
};

const saleJson = ({ pedido, data, clienteId, representadaId, status, valorTotal }: DatedSale): string =>
  JSON.stringify({
    pedido,
    data,
    cliente_id: clienteId,
    representada_id: representadaId,
    status,
    valor_total: toDecimal(valorTotal),
  });

const itensJson = ({ itens }: NewSale): string =>
  `[${itens
    .map(
      ({ produtoId, quantidade, valorUnitario, valorTotal }) =>
        `{"produto_id":${JSON.stringify(produtoId)},"quantidade":${toDecimal(quantidade)},` +
        `"valor_unitario":${toDecimal(valorUnitario)},"valor_total":${toDecimal(valorTotal)}}`,
    )
    .join(',')}]`;

export const makeSalesRepository = (sql: Database) => ({
  create: async (call: EmpresaCall, sale: DatedSale): Promise<string> => {
    try {
      const [created] = await sql.within(
        call,
        sql<[{ record: string }]>`
          select create_sale(
            ${call.empresa_id}, ${sale.ano}, ${saleJson(sale)}::text::jsonb, ${itensJson(sale)}::text::json,
            ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
          ) as record`,
      );
      return created.record;
    } catch (error) {
      throw refusal(error);
    }
  },

  /** Written so that only one plan is possible: with joins, PostgreSQL chose to read all sales of the company. */
  list: async (call: EmpresaCall, page: Page): Promise<Listing> => {
    return readListing(
      sql,
      call,
      sql`
        select
          (select coalesce(sum(total), 0) from sale_counter where empresa_id = ${call.empresa_id}) as total,
          coalesce('[' || string_agg(row_to_json(summary)::text, ',') || ']', '[]') as records
        from (
          select id, pedido, data,
            cliente_id, (select nome from client where empresa_id = ${call.empresa_id} and id = cliente_id) as cliente_nome,
            representada_id,
            (select nome from representada where empresa_id = ${call.empresa_id} and id = representada_id) as representada_nome,
            status, trim_scale(valor_total) as valor_total,
            iso8601(created_at) as created_at, iso8601(updated_at) as updated_at
          from (
            select id as listed from sale where empresa_id = ${call.empresa_id}
            order by id desc limit ${page.limit} offset ${offsetOf(page)}
          ) page
          cross join lateral (select * from sale where empresa_id = ${call.empresa_id} and id = listed offset 0) sale
          order by listed desc
        ) summary`,
    );
  },

  read: async (call: EmpresaCall, id: string): Promise<string | undefined> => {
    const [found] = await sql.within(
      call,
      sql<{ record: string }[]>`
        select row_to_json(reply)::text as record
        from (
          select id, pedido, data, cliente_id, representada_id, status, trim_scale(valor_total) as valor_total,
            (
              select json_agg(row_to_json(item) order by posicao)
              from sale_item
              cross join lateral (
                select produto_id, trim_scale(quantidade) as quantidade, trim_scale(valor_unitario) as valor_unitario,
                  trim_scale(sale_item.valor_total) as valor_total
              ) item
              where empresa_id = ${call.empresa_id} and sale_id = ${id}
            ) as itens,
            iso8601(created_at) as created_at
          from sale where empresa_id = ${call.empresa_id} and id = ${id}
        ) reply`,
    );
    return found?.record;
  },

  remove: async (call: EmpresaCall, id: string): Promise<boolean> => {
    const [{ removed }] = await sql.within(
      call,
      sql<[{ removed: boolean }]>`select delete_sale(${call.empresa_id}, ${id}) as removed`,
    );
    return removed;
  },
});

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
