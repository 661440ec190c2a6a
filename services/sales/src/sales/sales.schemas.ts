import { line, pageQuery, recordId, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { itemTotal, toMicros, toNumber } from './money.ts';
import { messages } from './sales.errors.ts';

/** The contract names two sets of values, and its examples a third value; all are accepted and kept as sent. */
const status = z.enum([
  'PAGA',
  'AGUARDANDO PAGAMENTO',
  'CANCELADA',
  'ENVIADA',
  'ENTREGUE',
  'Pedido',
  'Faturado',
  'Enviado',
  'Entregue',
  'Cancelado',
  'Em processamento',
]);

/** The largest total that a double holds to the cent. */
const largestTotal = 9_999_999_999_999.99;
const largestFactor = 999_999_999;

/** Greater than zero also after the rounding to six decimals. */
const positive = (message: string) =>
  z
    .number()
    .max(largestFactor, { error: messages.tooLarge })
    .refine((value) => value > 0, { error: message })
    .transform(toMicros)
    .refine((micros) => micros > 0n, { error: message });

const item = z
  .object({
    produtoId: line(1, 100),
    quantidade: positive(messages.quantidade),
    valorUnitario: positive(messages.valorUnitario),
  })
  .transform(({ produtoId, quantidade, valorUnitario }) => ({
    produtoId,
    quantidade: toNumber(quantidade),
    valorUnitario: toNumber(valorUnitario),
    valorTotal: toNumber(itemTotal(quantidade, valorUnitario)),
  }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, { error: messages.totalTooLarge });

const totalOf = (itens: readonly { valorTotal: number }[]): number =>
  toNumber(itens.reduce((sum, { valorTotal }) => sum + toMicros(valorTotal), 0n));

export const createSaleBody = z
  .object({
    clienteId: z.guid(),
    representadaId: z.guid(),
    status: status.nullish().transform((value) => value ?? 'PAGA'),
    data: z.iso
      .date()
      .refine((date) => date >= '1900-01-01', { error: messages.ancientDate })
      .nullish(),
    pedido: line(1, 50).nullish(),
    itens: z.array(item).min(1).max(1_000),
  })
  .transform((sale) => ({ ...sale, valorTotal: totalOf(sale.itens) }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, { error: messages.totalTooLarge, path: ['itens'] });

export type NewSale = z.output<typeof createSaleBody>;

export const saleItem = z.object({
  produto_id: z.string(),
  quantidade: z.number(),
  valor_unitario: z.number(),
  valor_total: z.number(),
});

export type SaleItem = z.output<typeof saleItem>;

/** A sale as its creation and its reading show it. */
export const saleRecord = z.object({
  id: z.guid(),
  pedido: z.string(),
  data: z.iso.date(),
  cliente_id: z.guid(),
  representada_id: z.guid(),
  status: z.string(),
  valor_total: z.number(),
  itens: z.array(saleItem),
  created_at: timestamp,
});

export type Sale = z.output<typeof saleRecord>;

/** A sale as the list shows it: without its items, with the names of its client and its representada. */
export const saleSummary = z.object({
  id: z.guid(),
  pedido: z.string(),
  data: z.iso.date(),
  cliente_id: z.guid(),
  cliente_nome: z.string(),
  representada_id: z.guid(),
  representada_nome: z.string(),
  status: z.string(),
  valor_total: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
});

export type SaleSummary = z.output<typeof saleSummary>;

export const listSalesQuery = pageQuery;

export const saleParams = z.object({ id: recordId });
