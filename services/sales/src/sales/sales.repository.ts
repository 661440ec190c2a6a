import type { Call } from '@representa/contracts';
import { makeDeepPages } from '@representa/deep-pages';
import { type Database, type Listing, readListing, Violation } from '@representa/postgres';
import type { EmpresaCall, Page } from '@representa/service-kit';
import { clientNotFoundOrInactive, pedidoTaken, representadaNotFound } from './sales.errors.ts';
import { makeTogether } from './together.ts';
import { type CheckedSale, type WantedSale, wantedSaleJson } from './wanted-sale.ts';

/** The finished reply, or the constraint that the sale would break. */
type Outcome = { reply: string; refusal: null } | { reply: null; refusal: string };

const refusals: Record<string, () => Error> = {
  sale_pedido_key: pedidoTaken,
  sale_client_fkey: clientNotFoundOrInactive,
  sale_representada_fkey: representadaNotFound,
};

export const makeSalesRepository = (sql: Database) => {
  const pages = makeDeepPages(sql, 'sale');
  const createTogether = makeTogether(async (caller: Call, wanted: readonly WantedSale[]): Promise<Outcome[]> => {
    const json = `[${wanted.map((one, i) => wantedSaleJson(one, i + 1)).join(',')}]`;
    const outcomes = await sql.within(
      caller,
      sql<(Outcome & { n: number })[]>`select n, reply, refusal from create_sales(${json}::text::json)`,
    );
    return outcomes.sort((a, b) => a.n - b.n);
  });

  return {
    create: async (call: EmpresaCall, sale: CheckedSale): Promise<string> => {
      const { reply, refusal } = await createTogether({ call, sale });
      if (refusal !== null) throw refusals[refusal]?.() ?? new Violation(refusal);
      return reply;
    },

    /** One statement: the page, its names and the kept total. */
    list: async (call: EmpresaCall, page: Page): Promise<Listing> => {
      await pages.prepare(call, page);
      return readListing(
        sql,
        call,
        sql`
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
    },

    /** With its items, as its creation answered it. */
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

    /** Its items go with it. */
    remove: async (call: EmpresaCall, id: string): Promise<boolean> => {
      const [{ removed }] = await sql.within(
        call,
        sql<[{ removed: boolean }]>`select delete_sale(${call.empresa_id}, ${id}) as removed`,
      );
      return removed;
    },
  };
};

export type SalesRepository = ReturnType<typeof makeSalesRepository>;
