import { line, recordId } from '@representa/service-kit';
import { z } from 'zod';
import { itemTotal, toMicros } from './money.ts';
import { messages } from './sales.errors.ts';

const statuses =
  'PAGA|AGUARDANDO PAGAMENTO|CANCELADA|ENVIADA|ENTREGUE|Pedido|Faturado|Enviado|Entregue|Cancelado|Em processamento';

const positive = (message: string) =>
  z
    .number()
    .max(999_999_999, { error: messages.tooLarge })
    .refine((value) => value > 0 && toMicros(value) > 0n, { error: message });

const item = z
  .object({
    produtoId: line(1, 100),
    quantidade: positive(messages.quantidade).transform(toMicros),
    valorUnitario: positive(messages.valorUnitario).transform(toMicros),
  })
  .transform((sold) => ({ ...sold, valorTotal: itemTotal(sold.quantidade, sold.valorUnitario) }));

const largestTotal = toMicros(9_999_999_999_999.99);

export const createSaleBody = z
  .object({
    clienteId: z.guid(),
    representadaId: z.guid(),
    status: z
      .enum(statuses.split('|'))
      .nullish()
      .transform((value) => value ?? 'PAGA'),
    data: z.iso
      .date()
      .refine((date) => date >= '1900-01-01', { error: messages.ancientDate })
      .nullish(),
    pedido: line(1, 50).nullish(),
    itens: z.array(item).min(1).max(1_000),
  })
  .transform((sale) => ({ ...sale, valorTotal: sale.itens.reduce((sum, { valorTotal }) => sum + valorTotal, 0n) }))
  .refine(({ valorTotal }) => valorTotal <= largestTotal, { error: messages.tooLarge, path: ['itens'] });

export type NewSale = z.output<typeof createSaleBody>;

export const saleParams = z.object({ id: recordId });
