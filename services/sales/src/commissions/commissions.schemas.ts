import { asFault, cursorOnlyQuery, line, positionParts } from '@representa/service-kit';
import { z } from 'zod';
import { dateValue, messages as valueMessages } from '../values.schemas.ts';
import { messages } from './commissions.errors.ts';

const situacao = z.enum(['prevista', 'devida', 'vencida', 'paga']);

/** One part of a sale's commission: what is expected of an instalment, or what a receipt made due. */
export const commissionRecord = z.object({
  /** Null for an adjustment. */
  sale_id: z.guid().nullable().describe('Venda; `null` em um ajuste'),
  /** Only of an adjustment. */
  ajuste_id: z.guid().optional(),
  pedido: z.string().nullable(),
  parte: z.int(),
  parcela: z.int().nullable(),
  representada_id: z.guid(),
  cliente_id: z.guid().nullable().describe('Cliente da venda; `null` em um ajuste'),
  base: z.number(),
  percentual: z.number(),
  valor: z.number(),
  /** How much of it was paid. */
  pago: z.number(),
  situacao,
  vencimento: z.iso.date(),
  pago_em: z.iso.date().nullable(),
  /** Why an adjustment was booked. */
  motivo: z.string().optional(),
  /** Only overdue commissions have it. */
  dias_atraso: z.int().optional(),
  /** Only where an index was loaded for every month since. */
  fator: z.number().optional(),
  valor_corrigido: z.number().optional(),
});

export type Commission = z.output<typeof commissionRecord>;

export const mes = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: messages.month, abort: true })
  .refine((month) => month >= '1900-01', { error: messages.ancientMonth });

export const listCommissionsQuery = z
  .object({
    sale_id: z.guid().optional().describe('Só de uma venda'),
    pedido: line(1, 50).optional(),
    representada_id: z.guid().optional(),
    cliente_id: z.guid().optional(),
    situacao: situacao.optional(),
    /** The range of due dates. */
    de: dateValue.optional(),
    ate: dateValue.optional(),
    ...cursorOnlyQuery.shape,
  })
  .refine(({ de, ate }) => !de || !ate || de <= ate, {
    ...asFault('field.reversed', valueMessages.notBefore('de')),
    path: ['ate'],
  });

export type CommissionsQuery = z.output<typeof listCommissionsQuery>;

/** Due date, sale or adjustment, and part. */
export const commissionPosition = z.tuple([positionParts.date, positionParts.id, z.int32()]);
export type CommissionPosition = z.output<typeof commissionPosition>;

export const summaryQuery = z.object({ mes: mes.optional() });

/** The most representadas in the summary of a month. */
export const maxSummaryRows = 10_000;

export const summaryRecord = z.object({
  representada_id: z.guid(),
  representada_nome: z.string(),
  prevista: z.number(),
  devida: z.number(),
  vencida: z.number(),
  paga: z.number(),
  credito: z.number(),
});

export type Summary = z.output<typeof summaryRecord>;

export const monthSummary = z.object({ mes: z.string(), representadas: z.array(summaryRecord) });
