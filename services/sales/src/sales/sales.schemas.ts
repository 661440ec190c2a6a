import { line, pageQuery, recordId } from '@representa/service-kit';
import { z } from 'zod';
import { itemTotal, toMicros } from './money.ts';
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

/** Totals stay below what a JSON number holds to the cent, whoever reads it. */
const largestTotal = toMicros(9_999_999_999_999.99);
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
    quantidade,
    valorUnitario,
    valorTotal: itemTotal(quantidade, valorUnitario),
  }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, { error: messages.totalTooLarge });

const totalOf = (itens: readonly { valorTotal: bigint }[]): bigint =>
  itens.reduce((sum, { valorTotal }) => sum + valorTotal, 0n);

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

export const listSalesQuery = pageQuery;

export const saleParams = z.object({ id: recordId });
