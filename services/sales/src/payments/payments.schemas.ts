import { cursorOnlyQuery, line, positionParts, recordId, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { messages } from '../commissions/commissions.errors.ts';
import { amount, dateValue, isInCents, largestTotal, messages as valueMessages } from '../values.schemas.ts';

export const createPaymentBody = z.object({
  representada_id: z.guid(),
  valor: amount,
  /** Today, unless given. */
  data: dateValue.nullish().describe('Data do pagamento; hoje, se omitida; não pode ser futura'),
  /** What the representada calls it: a transfer, an invoice. */
  referencia: line(0, 255)
    .nullish()
    .transform((value) => value ?? ''),
  /** Sales to which it is allocated. Without them, the oldest due commissions. */
  vendas: z.array(z.guid()).min(1).max(1_000).nullish(),
});

type NewPayment = z.output<typeof createPaymentBody>;

export interface PaymentToAllocate extends NewPayment {
  /** At most so much goes to each of `vendas`. */
  limites?: number[];
  /** Of a reconciliation. What is due in it is paid before what is older; what is due after it is not paid. */
  mes?: string;
  /** The digest of a reconciliation, which is recorded once. */
  conciliacao?: string;
  /** Once more. */
  forcar?: boolean | undefined;
}

export const paymentParams = z.object({ id: recordId });

const allocation = z.object({
  sale_id: z.guid().nullable().describe('Venda; `null` em um ajuste'),
  /** Only of an adjustment. */
  ajuste_id: z.guid().optional(),
  pedido: z.string().nullable(),
  parte: z.int(),
  valor: z.number(),
});

export const paymentRecord = z.object({
  id: z.guid(),
  representada_id: z.guid(),
  data: z.iso.date(),
  valor: z.number(),
  referencia: z.string(),
  /** What is not allocated yet: the next payment uses it. */
  credito: z.number(),
  /** How many there are. Only a payment that is read by its id has all of them, others their first hundred. */
  alocacoes: z.int(),
  alocacao: z.array(allocation),
  created_at: timestamp,
  /** When it was taken back. */
  estornado_em: timestamp.nullable(),
});

export type Payment = z.output<typeof paymentRecord>;

export const listPaymentsQuery = z.object({
  representada_id: z.guid().optional(),
  ...cursorOnlyQuery.shape,
});

export type PaymentsQuery = z.output<typeof listPaymentsQuery>;

export const paymentPosition = z.tuple([positionParts.id]);
export type PaymentPosition = z.output<typeof paymentPosition>;

export const createAdjustmentBody = z.object({
  representada_id: z.guid(),
  /** Negative takes away. */
  valor: z
    .number()
    .min(-largestTotal)
    .max(largestTotal)
    .refine(isInCents, { error: valueMessages.cents })
    .refine((value) => value !== 0, { error: messages.ajusteZero }),
  /** Today, unless given. */
  vencimento: dateValue.nullish().describe('Quando o ajuste vence; hoje, se omitido'),
  motivo: line(1, 500),
});

export type NewAdjustment = z.output<typeof createAdjustmentBody>;

export const adjustmentRecord = z.object({
  id: z.guid(),
  representada_id: z.guid(),
  valor: z.number(),
  vencimento: z.iso.date().describe('Quando o ajuste vence'),
  motivo: z.string(),
  created_at: timestamp,
});

export type Adjustment = z.output<typeof adjustmentRecord>;
