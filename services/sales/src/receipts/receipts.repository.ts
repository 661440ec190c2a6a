import { type Database, jsonb, sql } from '@representa/postgres';
import { parseStored } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import { sumOf, toCents } from '../money.ts';
import { addReceipt, takeReceiptBack } from '../sales/sale.rules.ts';
import { stepOf } from '../sales/status.rules.ts';
import { storedCover, type WriteSale } from '../sales/write-sale.repository.ts';
import type { NewReceipt, Receipt, Receipts } from './receipts.schemas.ts';

interface ReceivedSale {
  id: string;
  status: string;
  valor_total: number;
  recebido: number;
  pago_em: string | null;
  /** When its status became paid, or when it was created as paid. Null if it is not paid. */
  marked_paid_at: string | null;
}

/** A sale whose status says that it is paid counts as received in full: what no receipt covers has the sale's id. */
const automaticReceipt = (sale: ReceivedSale, receipts: readonly Receipt[]): Receipt[] => {
  const valor = sumOf([sale.recebido, ...receipts.map((receipt) => -receipt.valor)]);
  const { id, pago_em: data, marked_paid_at: created_at } = sale;
  if (data === null || created_at === null || valor <= 0) return [];
  return [{ id, sale_id: id, data, valor, automatico: true, parcelas: [], created_at }];
};

export const makeReceiptsRepository = (database: Database, writeSale: WriteSale) => {
  return {
    /** Undefined when there is no such sale. */
    create: (
      call: RequestCall,
      saleId: string,
      { valor, data, parcela }: NewReceipt & { data: string },
    ): Promise<Receipt | undefined> =>
      writeSale<Receipt>(call, saleId, {}, (state) => {
        const decision = addReceipt(state, { valor: toCents(valor), data, parcela: parcela ?? undefined });
        return {
          decision,
          name: 'insert sale_receipt',
          operation: 'criar',
          resource: 'receipts',
          auditedId: sql`numbered.fresh_id::text`,
          columns: sql`
            numbered.fresh_id as id, written.id as sale_id, ${data}::date as data, ${valor}::numeric as valor, false as automatico,
            ${jsonb(storedCover(decision.receipt.covered))} as parcelas, now()::timestamptz(3) as created_at`,
        };
      }),

    /** Undefined when there is no such sale. */
    list: async (call: RequestCall, saleId: string): Promise<Receipts | undefined> => {
      const markedPaidAt = sql`
        case when pago_em is not null then coalesce((
          -- The newest is the first to fit: older ones, which may have thousands of items, are not read.
          select alterado_em from sale_history
          where empresa_id = ${call.empresa_id} and sale_id = ${saleId} and para ->> 'status' = 'PAGA' and para ? 'recebido'
          order by version desc limit 1
        ), created_at) end`;
      const receiptsAsText = sql`
        select coalesce(json_agg(json_build_object('id', id, 'sale_id', ${saleId}::uuid, 'data', data, 'valor', valor,
          'automatico', false, 'parcelas', parcelas, 'created_at', created_at)::text order by data, id), '[]')
        from (
          select id, data, sum(valor) as valor, min(created_at) as created_at,
            json_agg(json_build_object('parcela', parcela, 'valor', valor, 'comissao', comissao) order by parcela) as parcelas
          from sale_receipt where empresa_id = ${call.empresa_id} and sale_id = ${saleId} group by id, data
        ) receipt`;
      const [sale] = await database.within(
        call,
        sql<(ReceivedSale & { receipts: string[] })[]>`
          select id, status, valor_total, recebido, pago_em, ${markedPaidAt} as marked_paid_at, (${receiptsAsText}) as receipts
          from sale where empresa_id = ${call.empresa_id} and id = ${saleId}`,
      );
      if (!sale) return undefined;
      const receipts = sale.receipts.map((receipt) => parseStored<Receipt>(receipt));
      return {
        sale_id: sale.id,
        valor_total: sale.valor_total,
        recebido: sale.recebido,
        aberto: stepOf(sale.status) === 'cancelada' ? 0 : sumOf([sale.valor_total, -sale.recebido]),
        recebimentos: [...receipts, ...automaticReceipt(sale, receipts)],
      };
    },

    /** Undefined when there is no such sale. */
    remove: (call: RequestCall, saleId: string, id: string): Promise<{ id: string } | undefined> =>
      writeSale(call, saleId, { receiptId: id }, (state) => ({
        decision: takeReceiptBack(state, id, call.ifMatch),
        name: 'delete sale_receipt',
        operation: 'excluir',
        resource: 'receipts',
        auditedId: sql`${id}::text`,
        columns: sql`written.id`,
      })),
  };
};

export type ReceiptsRepository = ReturnType<typeof makeReceiptsRepository>;
