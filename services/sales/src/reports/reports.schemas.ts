import { asFault, wholeWithin } from '@representa/service-kit';
import { z } from 'zod';
import { dateValue, messages as valueMessages } from '../values.schemas.ts';
import { messages } from './reports.errors.ts';

const formato = z.enum(['json', 'csv']);

/** A longer report is refused: a cut one would look complete. */
export const maxRows = 10_000;

/** The most clients of a report by state. The service of clients is asked about 1,000 of them at a time. */
export const maxClientsByState = 50_000;

/** A report by product reads the items of every sale: of a year at most. */
export const maxDays = 366;
const dayMs = 86_400_000;

export const salesReportQuery = z
  .object({
    por: z.enum(['dia', 'mes', 'cliente', 'representada', 'produto', 'estado', 'status']),
    de: dateValue,
    ate: dateValue,
    formato: formato.default('json'),
  })
  .refine(({ de, ate }) => de <= ate, {
    ...asFault('field.reversed', valueMessages.notBefore('de')),
    path: ['ate'],
  })
  .refine(({ por, de, ate }) => por !== 'produto' || Date.parse(ate) - Date.parse(de) < maxDays * dayMs, {
    path: ['ate'],
    error: messages.tooLong(maxDays),
  });

export type SalesReportQuery = z.output<typeof salesReportQuery>;

/** Cancelled sales are counted apart. */
export const salesReportRow = z.object({
  chave: z.string(),
  nome: z.string(),
  /** Only by product; null where there is no such product. */
  produto_nome: z.string().nullable().optional(),
  vendas: z.int(),
  total: z.number(),
  media: z.number(),
  comissao: z.number(),
  canceladas: z.int(),
  total_cancelado: z.number(),
});

export type SalesReportRow = z.output<typeof salesReportRow>;

export const clientsReportQuery = z.object({
  /** Days without a purchase. */
  sem_compra_ha: wholeWithin({ min: 0, max: 9_999, default: 60 }, messages.days),
  formato: formato.default('json'),
});

export const clientsReportRow = z.object({
  cliente_id: z.guid(),
  cliente_nome: z.string(),
  ultima_compra: z.iso.date(),
  dias_sem_compra: z.int(),
  /** Days between purchases, on average; null after a single one. */
  intervalo_medio: z.number().nullable(),
  total_12_meses: z.number(),
});

export type ClientsReportRow = z.output<typeof clientsReportRow>;
