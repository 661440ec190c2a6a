import { recordId, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { saleParams } from '../sales/sales.schemas.ts';
import { amount, dateValue } from '../values.schemas.ts';

export const createReceiptBody = z.object({
  valor: amount,
  /** Today, unless given. */
  data: dateValue.nullish().describe('Data do recebimento; hoje, se omitida; não pode ser futura'),
  /** The number of an instalment, from 1. Without it the oldest open ones are paid. */
  parcela: z.int().min(1).max(120).nullish(),
});

export type NewReceipt = z.output<typeof createReceiptBody>;

export const receiptParams = saleParams.extend({ receiptId: recordId });

/** What a receipt covered, and the commission that it made due. */
const coveredInstalment = z.object({ parcela: z.int(), valor: z.number(), comissao: z.number() });

export const receiptRecord = z.object({
  id: z.guid(),
  sale_id: z.guid(),
  data: z.iso.date(),
  valor: z.number(),
  /** The status of the sale says that it is paid; nobody recorded the receipt. */
  automatico: z.boolean(),
  parcelas: z.array(coveredInstalment),
  created_at: timestamp,
});

export type Receipt = z.output<typeof receiptRecord>;

/** What was received of a sale. */
export const receiptsRecord = z.object({
  sale_id: z.guid(),
  valor_total: z.number(),
  recebido: z.number(),
  aberto: z.number(),
  recebimentos: z.array(receiptRecord),
});

export type Receipts = z.output<typeof receiptsRecord>;
