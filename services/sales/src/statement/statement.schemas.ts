import { z } from 'zod';
import { commissionRecord, mes } from '../commissions/commissions.schemas.ts';

/**
 * A page of a statement has about 40 rows; more than this is no statement that a person reads. A PDF costs about
 * a millisecond a row, and must be there before the request's deadline on a busy machine too.
 */
export const maxStatementRows = { json: 2_000, csv: 2_000, pdf: 1_000 } as const;

export const statementQuery = z.object({
  representada_id: z.guid().toLowerCase(),
  mes: mes.optional(),
  formato: z.enum(['json', 'csv', 'pdf']).default('json'),
});

export const statementRecord = z.object({
  empresa_nome: z.string(),
  representada_id: z.guid(),
  representada_nome: z.string(),
  mes: z.string(),
  comissoes: z.array(commissionRecord),
  totais: z.object({ base: z.number(), valor: z.number(), pago: z.number(), aberto: z.number() }),
});

export type Statement = z.output<typeof statementRecord>;

/** Of a commission, in a statement as CSV. */
export const csvColumns = [
  'pedido',
  'base',
  'percentual',
  'valor',
  'pago',
  'situacao',
  'vencimento',
  'pago_em',
  'motivo',
] as const;

/** What is printed on a statement. */
export const words = {
  title: 'Extrato de comissões',
  month: 'Mês de vencimento',
  from: 'Representante',
  to: 'Representada',
  columns: ['Pedido', 'Base (R$)', '%', 'Comissão (R$)', 'Situação', 'Vencimento', 'Pago em'],
  adjustment: 'Ajuste',
  totals: 'Totais',
  open: 'Em aberto',
  paid: 'Pago',
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;
