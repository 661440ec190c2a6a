import { booleanQuery, line } from '@representa/service-kit';
import { z } from 'zod';
import { mes } from '../commissions/commissions.schemas.ts';
import { dateValue } from '../values.schemas.ts';

/** The most rows of a file, and the most commissions that are due in its month. */
export const maxReconciledRows = 20_000;

export const reconcileQuery = z.object({
  representada_id: z.guid().toLowerCase(),
  mes: mes.optional(),
  /** The names of the columns in the file. */
  coluna_pedido: line(1, 100).default('pedido'),
  coluna_valor: line(1, 100).default('valor'),
  /** Also records the payment. */
  registrar: booleanQuery,
  forcar: booleanQuery,
  data: dateValue.optional().describe('Data do pagamento; hoje, se omitida; não pode ser futura'),
  referencia: line(0, 255).optional(),
});

export type ReconcileQuery = z.output<typeof reconcileQuery>;

const pago = z
  .number()
  .optional()
  .meta({ description: 'O que já foi pago; ausente se nada', examples: [2.5] });

/** An order that is due here. */
const due = z.object({ pedido: z.string(), sale_id: z.guid(), valor: z.number(), pago });
const compared = due.extend({ valor_informado: z.number() });
/** An order that is not due, or that there is not. */
const notDue = z.object({ pedido: z.string(), sale_id: z.guid().optional(), pago, valor_informado: z.number() });

/** Statements have no row for them. */
const adjustment = z.object({
  ajuste_id: z.guid(),
  valor: z.number(),
  pago: z.number(),
  motivo: z.string(),
});

export const reconciliationRecord = z.object({
  representada_id: z.guid(),
  mes: z.string(),
  conferem: z.array(compared),
  divergem: z.array(compared),
  ausentes: z.array(due),
  outros_meses: z.array(compared),
  desconhecidos: z.array(notDue),
  ajustes: z.array(adjustment),
  totais: z.object({
    valor: z.number(),
    valor_informado: z.number(),
    /** Of the orders that agree: it is not recorded once more. */
    ja_pago: z.number(),
  }),
});

export const recordedReconciliation = reconciliationRecord.extend({ pagamento_id: z.guid(), credito: z.number() });

export type Due = z.output<typeof due>;
export type Compared = z.output<typeof compared>;
export type Reconciliation = z.output<typeof reconciliationRecord>;
export type RecordedReconciliation = z.output<typeof recordedReconciliation>;
