import { type Database, type Fragment, sql } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import type { DuePart, ExpectedPart } from '../commissions/commission.rules.ts';
import { inCents } from '../money.ts';
import type { SaleFields, SaleState } from './sale.rules.ts';
import type { SaleItem } from './sales.schemas.ts';

/** What a decision needs beside the sale. */
export interface Reading {
  /** The receipt that is asked about. */
  receiptId?: string;
  withItems?: boolean;
}

type StoredItem = Pick<SaleItem, 'produto_id' | 'quantidade' | 'valor_unitario'> & { comissao: number };

/** A sale as it is decided on. */
export interface StoredState extends SaleState {
  representada_id: string;
  /** The representada's rate of then. */
  comissao_taxa: number;
  /** With the rates that are frozen in the sale. Empty if they were not asked for. */
  itens: readonly StoredItem[];
}

/** In reais. */
type Row = Omit<StoredState, 'sale' | 'expected' | 'lastPart' | 'isPaid' | 'receipt'> &
  SaleFields & {
    parts: { last: number | null; isPaid: boolean | null; expected: ExpectedPart[] | null };
    receipt: { id: string; valor: number; isPaid: boolean | null; parts: DuePart[] | null } | null;
  };

/** What decisions about a sale are made on. One statement, so one moment. */
export const makeSaleStates = (database: Database) => ({
  read: async (
    call: RequestCall,
    id: string,
    { receiptId, withItems = false }: Reading = {},
  ): Promise<StoredState | undefined> => {
    const { empresa_id } = call;
    const receiptsOfSale = sql`from sale_receipt where empresa_id = ${empresa_id} and sale_id = ${id}`;
    // Of this sale only: by another index, all parts of the company might be read.
    const partsOfSale = sql`from (
      select * from commission_part where empresa_id = ${empresa_id} and origem_id = ${id} offset 0
    ) part`;
    const newestExpected = sql`
      select distinct on (parcela) parte, parcela, vencimento, percentual, base, prevista ${partsOfSale}
      where parcela is not null and receipt_id is null order by parcela, parte desc`;
    const [found] = await database.within(
      call,
      sql<Row[]>`
        select id, version, pedido, data, status, valor_total, recebido, parcelas, comissao, comissao_percentual, comissao_quando,
          comissao_dia, comissao_taxa, pago_em, faturada_em, id_externo, representada_id,
          (select count(distinct id) ${receiptsOfSale})::int as "receiptCount",
          (
            select coalesce(json_agg(sums), '[]')
            from (select parcela, sum(valor) as valor, sum(comissao) as comissao ${receiptsOfSale} group by parcela) sums
          ) as received,
          (
            select json_build_object('last', max(parte), 'isPaid', bool_or(paga <> 0), 'expected',
              (select json_agg(expected order by parte) from (${newestExpected}) expected)) ${partsOfSale}
          ) as parts,
          ${receiptId === undefined ? sql`null::json` : receiptOf(receiptId, receiptsOfSale, partsOfSale)} as receipt,
          ${withItems ? itemsOf(call, id) : sql`'[]'::json`} as itens
        from sale where empresa_id = ${empresa_id} and id = ${id}`,
    );
    return found && stateOf(found);
  },
});

const itemsOf = ({ empresa_id }: RequestCall, id: string): Fragment => sql`(
  select json_agg(json_build_object('produto_id', produto_id, 'quantidade', quantidade, 'valor_unitario', valor_unitario,
    'comissao', comissao) order by posicao)
  from sale_item where empresa_id = ${empresa_id} and sale_id = ${id}
)`;

/** Null when there is none. */
const receiptOf = (receiptId: string, receiptsOfSale: Fragment, partsOfSale: Fragment): Fragment => sql`(
  select json_build_object('id', ${receiptId}::uuid, 'valor', sum(valor),
    'isPaid', (select bool_or(paga <> 0) ${partsOfSale} where receipt_id = ${receiptId}),
    'parts', (
      select json_agg(due order by parte)
      from (select parte, parcela, vencimento, percentual, base, devida ${partsOfSale} where receipt_id = ${receiptId}) due
    ))
  ${receiptsOfSale} and id = ${receiptId} having count(*) > 0
)`;

const stateOf = (row: Row): StoredState => {
  const { id, version, receiptCount, received, parts, receipt, representada_id, comissao_taxa, itens, ...fields } = row;
  const parcelas = fields.parcelas?.map((one) => inCents(one, 'valor')) ?? null;
  return {
    id,
    version,
    receiptCount,
    representada_id,
    comissao_taxa,
    itens,
    sale: inCents({ ...fields, parcelas }, 'valor_total', 'recebido', 'comissao'),
    received: received.map((one) => inCents(one, 'valor', 'comissao')),
    expected: (parts.expected ?? []).map((part) => inCents(part, 'base', 'prevista')),
    lastPart: parts.last ?? 0,
    isPaid: parts.isPaid ?? false,
    receipt: receipt
      ? {
          ...inCents(receipt, 'valor'),
          isPaid: receipt.isPaid ?? false,
          parts: (receipt.parts ?? []).map((part) => inCents(part, 'base', 'devida')),
        }
      : undefined,
  };
};
