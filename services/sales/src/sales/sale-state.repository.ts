import { type Database, type Fragment, sql } from '@representa/postgres';
import type { EmpresaCall } from '@representa/service-kit';
import type { DuePart, ExpectedPart, Received } from '../commissions/commission.rules.ts';
import type { ProductRates } from '../commissions/freeze-rates.ts';
import { instalmentsInCents, toCents } from '../money.ts';
import type { SaleFields, SaleState } from './sale.rules.ts';

/** What a decision needs beside the sale. */
export interface Reading {
  /** The receipt that is asked about. */
  receiptId?: string;
  withRates?: boolean;
}

/** A sale as it is decided on, and the rates of its items. */
export interface StoredState extends SaleState {
  representada_id: string;
  /** The representada's rate of then. */
  comissao_taxa: number;
  /** The rates that the sale's products have in it, if they were asked for. */
  comissoes: ProductRates;
}

/** In reais. Lists are arrays: names would be sent 120 times. */
type Row = Omit<StoredState, 'sale' | 'received' | 'expected' | 'lastPart' | 'isPaid' | 'receipt'> &
  SaleFields & {
    received: [number, number, number][];
    parts: {
      last: number | null;
      isPaid: boolean | null;
      expected: [number, number, string, number, number, number][] | null;
    };
    receipt: {
      id: string;
      valor: number;
      isPaid: boolean | null;
      parts: [number, number, string, number, number, number][] | null;
    } | null;
  };

/** What decisions about a sale are made on. One statement, so one moment. */
export const makeSaleStates = (database: Database) => ({
  read: async (
    call: EmpresaCall,
    id: string,
    { receiptId, withRates = false }: Reading = {},
  ): Promise<StoredState | undefined> => {
    const { empresa_id } = call;
    const receiptsOfSale = sql`from sale_receipt where empresa_id = ${empresa_id} and sale_id = ${id}`;
    // Of this sale only: by another index, all parts of the company might be read.
    const partsOfSale = sql`from (
      select * from commission_part where empresa_id = ${empresa_id} and origem_id = ${id} offset 0
    ) part`;
    const newestExpected = sql`
      select distinct on (parcela) * ${partsOfSale}
      where parcela is not null and receipt_id is null order by parcela, parte desc`;
    const [found] = await database.within(
      call,
      sql<Row[]>`
        select id, version, pedido, data, status, valor_total, recebido, parcelas, comissao, comissao_percentual, comissao_quando,
          comissao_dia, comissao_taxa, pago_em, faturada_em, representada_id,
          (select count(distinct id) ${receiptsOfSale})::int as "receiptCount",
          (
            select coalesce(json_agg(json_build_array(parcela, valor, comissao)), '[]')
            from (select parcela, sum(valor) as valor, sum(comissao) as comissao ${receiptsOfSale} group by parcela) sums
          ) as received,
          (
            select json_build_object('last', max(parte), 'isPaid', bool_or(paga <> 0), 'expected', (
              select json_agg(json_build_array(parte, parcela, vencimento, percentual, base, prevista) order by parte)
              from (${newestExpected}) expected
            )) ${partsOfSale}
          ) as parts,
          ${receiptId === undefined ? sql`null::json` : receiptOf(receiptId, receiptsOfSale, partsOfSale)} as receipt,
          ${withRates ? ratesOf(call, id) : sql`'[]'::json`} as comissoes
        from sale where empresa_id = ${empresa_id} and id = ${id}`,
    );
    return found && stateOf(found);
  },
});

const ratesOf = ({ empresa_id }: EmpresaCall, id: string): Fragment => sql`(
  select json_agg(json_build_array(produto_id, comissao)) from sale_item where empresa_id = ${empresa_id} and sale_id = ${id}
)`;

/** Null when there is none. */
const receiptOf = (receiptId: string, receiptsOfSale: Fragment, partsOfSale: Fragment): Fragment => sql`(
  select json_build_object('id', id, 'valor', sum(valor), 'isPaid', any_value(is_paid), 'parts', any_value(made_due::text)::json)
  from (select id, valor ${receiptsOfSale} and id = ${receiptId}) receipt
  cross join lateral (
    select bool_or(paga <> 0) as is_paid,
      json_agg(json_build_array(parte, parcela, vencimento, percentual, base, devida) order by parte) as made_due
    ${partsOfSale} where receipt_id = ${receiptId}
  ) parts
  group by id
)`;

const stateOf = (row: Row): StoredState => {
  const { id, version, receiptCount, received, parts, receipt, representada_id, comissao_taxa, comissoes, ...fields } =
    row;
  return {
    ...{ id, version, receiptCount, representada_id, comissao_taxa, comissoes },
    sale: {
      ...fields,
      valor_total: toCents(fields.valor_total),
      recebido: toCents(fields.recebido),
      comissao: toCents(fields.comissao),
      parcelas: instalmentsInCents(fields.parcelas),
    },
    received: received.map(
      ([parcela, valor, comissao]): Received => ({ parcela, valor: toCents(valor), comissao: toCents(comissao) }),
    ),
    expected: (parts.expected ?? []).map(
      ([parte, parcela, vencimento, percentual, base, prevista]): ExpectedPart => ({
        ...{ parte, parcela, vencimento, percentual },
        ...{ base: toCents(base), prevista: toCents(prevista) },
      }),
    ),
    lastPart: parts.last ?? 0,
    isPaid: parts.isPaid ?? false,
    receipt: receipt
      ? {
          ...{ id: receipt.id, valor: toCents(receipt.valor), isPaid: receipt.isPaid ?? false },
          parts: (receipt.parts ?? []).map(
            ([parte, parcela, vencimento, percentual, base, devida]): DuePart => ({
              ...{ parte, parcela, vencimento, percentual },
              ...{ base: toCents(base), devida: toCents(devida) },
            }),
          ),
        }
      : undefined,
  };
};

export type SaleStates = ReturnType<typeof makeSaleStates>;
