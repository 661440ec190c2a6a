import { makeDeepPages } from '@representa/deep-pages';
import { type Database, type Deadline, Violation } from '@representa/postgres';
import type { Call, Listing, Page } from '@representa/service-kit';
import type { FoundReference } from '../references/references.ts';
import { toDecimal } from './money.ts';
import { clientNotFoundOrInactive, pedidoTaken, representadaNotFound } from './sales.errors.ts';
import type { NewSale } from './sales.schemas.ts';
import { makeTogether } from './together.ts';

export interface CheckedSale extends NewSale {
  data: string;
  /** The year of the order code, should one be generated. */
  ano: number;
  client: FoundReference;
  representada: FoundReference;
}

interface Wanted {
  call: Call;
  sale: CheckedSale;
}

/** The finished reply, or the constraint that the sale would break. */
type Outcome = { reply: string; refusal: null } | { reply: null; refusal: string };

const refusals: Record<string, () => Error> = {
  sale_pedido_key: pedidoTaken,
  sale_client_fkey: clientNotFoundOrInactive,
  sale_representada_fkey: representadaNotFound,
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

/** As `wanted_sale` in the migrations has it. */
const wantedJson = ({ call, sale }: Wanted, n: number): string => {
  const { pedido, data, ano, client, representada, status, valorTotal } = sale;
  const rest = JSON.stringify({
    n,
    empresa_id: call.empresa_id,
    ano,
    pedido,
    data,
    cliente_id: client.id,
    cliente_nome: client.nome,
    cliente_revision: client.revision,
    representada_id: representada.id,
    representada_nome: representada.nome,
    representada_revision: representada.revision,
    status,
    valor_total: toDecimal(valorTotal),
    key: call.idempotency?.key,
    fingerprint: call.idempotency && `\\x${call.idempotency.fingerprint.toString('hex')}`,
  });
  return `${rest.slice(0, -1)},"itens":${itensJson(sale)}}`;
};

export const makeSalesRepository = (sql: Database) => {
  const pages = makeDeepPages(sql, 'sale');
  const createTogether = makeTogether(async (caller: Deadline, wanted: readonly Wanted[]): Promise<Outcome[]> => {
    const json = `[${wanted.map((one, i) => wantedJson(one, i + 1)).join(',')}]`;
    const outcomes = await sql.within(
      caller,
      sql<(Outcome & { n: number })[]>`select n, reply, refusal from create_sales(${json}::text::json)`,
    );
    return outcomes.sort((a, b) => a.n - b.n);
  });

  return {
    create: async (call: Call, sale: CheckedSale): Promise<string> => {
      const { reply, refusal } = await createTogether({ call, sale });
      if (refusal !== null) throw refusals[refusal]?.() ?? new Violation(refusal);
      return reply;
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
