import { makeDeepPages } from '@representa/deep-pages';
import { type Database, violates } from '@representa/postgres';
import type { Call, Listing, Page } from '@representa/service-kit';
import type { FoundReference } from '../references/references.ts';
import { toDecimal } from './money.ts';
import { clientNotFoundOrInactive, pedidoTaken, representadaNotFound } from './sales.errors.ts';
import type { NewSale } from './sales.schemas.ts';

export interface CheckedSale extends NewSale {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
  client: FoundReference;
  representada: FoundReference;
}

const refusal = (error: unknown): unknown => {
  if (violates(error, 'sale_pedido_key')) return pedidoTaken();
  if (violates(error, 'sale_client_fkey')) return clientNotFoundOrInactive();
  if (violates(error, 'sale_representada_fkey')) return representadaNotFound();
  return error;
};

/** The items as the reply shows them; the amounts are written digit by digit, because JSON.stringify would go through binary. */
const itensJson = ({ itens }: NewSale): string =>
  `[${itens
    .map(
      ({ produtoId, quantidade, valorUnitario, valorTotal }) =>
        `{"produto_id":${JSON.stringify(produtoId)},"quantidade":${toDecimal(quantidade)},` +
        `"valor_unitario":${toDecimal(valorUnitario)},"valor_total":${toDecimal(valorTotal)}}`,
    )
    .join(',')}]`;

const saleJson = ({ pedido, data, client, representada, status, valorTotal }: CheckedSale): string =>
  JSON.stringify({
    pedido,
    data,
    cliente_id: client.id,
    representada_id: representada.id,
    status,
    valor_total: toDecimal(valorTotal),
  });

export const makeSalesRepository = (sql: Database) => {
  const pages = makeDeepPages(sql, 'sale');

  return {
    create: async (call: Call, sale: CheckedSale): Promise<string> => {
      try {
        const [created] = await sql.within(
          call,
          sql<[{ record: string }]>`
            select create_sale(
              ${call.empresa_id}, ${sale.ano}, ${saleJson(sale)}::text::jsonb, ${itensJson(sale)}::text::json,
              ${JSON.stringify(sale.client)}::text::jsonb, ${JSON.stringify(sale.representada)}::text::jsonb,
              ${call.idempotency?.key ?? null}, ${call.idempotency?.fingerprint ?? null}
            ) as record`,
        );
        return created.record;
      } catch (error) {
        throw refusal(error);
      }
    },

    /** One statement: the page, its names and the kept total. */
    list: async (call: Call, page: Page): Promise<Listing> => {
      await pages.prepare(call, page);
      const [listing] = await sql.within(
        call,
        sql<[Listing]>`
          with ${pages.select(call, page)}
          select (select total from counted) as total,
            coalesce('[' || string_agg(row_to_json(summary)::text, ',') || ']', '[]') as records
          from (
            select sale.id, pedido, data, cliente_id, client.nome as cliente_nome,
              representada_id, representada.nome as representada_nome, status, trim_scale(valor_total) as valor_total,
              iso8601(created_at) as created_at, iso8601(updated_at) as updated_at
            from page
            join sale on sale.empresa_id = ${call.empresa_id} and sale.id = page.id
            join reference client on client.empresa_id = ${call.empresa_id} and client.id = cliente_id
            join reference representada on representada.empresa_id = ${call.empresa_id} and representada.id = representada_id
            order by sale.id desc
          ) summary`,
      );
      return listing;
    },

    /** With its items, as its creation answered it. */
    read: async (call: Call, id: string): Promise<string | undefined> => {
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

    /** Its items go with it. */
    remove: async (call: Call, id: string): Promise<boolean> => {
      const [{ removed }] = await sql.within(
        call,
        sql<[{ removed: boolean }]>`select delete_sale(${call.empresa_id}, ${id}) as removed`,
      );
      return removed;
    },
  };
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
