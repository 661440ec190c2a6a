import { booleanQuery, line } from '@representa/service-kit';
import { z } from 'zod';
import { data } from '../sales/sales.schemas.ts';
import { messages } from './commissions.errors.ts';
import { commissionRecord, mes } from './commissions.schemas.ts';

export const statementQuery = z.object({
  representada_id: z.guid(),
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

export const terminationQuery = z
  .object({
    representada_id: z.guid(),
    /** When the representation began. */
    inicio: data,
    /** When it ends. */
    data,
    /** Whether notice was given. */
    aviso_previo: booleanQuery,
  })
  .refine(({ inicio, data }) => inicio <= data, { path: ['data'], error: messages.endBeforeStart });

const base = z.object({ mes: z.string(), valor: z.number() });

export const terminationRecord = z.object({
  representada_id: z.guid(),
  inicio: z.iso.date(),
  data: z.iso.date(),
  informativo: z.literal(true),
  observacao: z.string(),
  indenizacao: z.object({ fundamento: z.string(), base: z.number(), valor: z.number(), meses: z.array(base) }),
  aviso_previo: z.object({ fundamento: z.string(), base: z.number(), valor: z.number(), meses: z.array(base) }),
  pendentes: z.object({ fundamento: z.string(), prevista: z.number(), devida: z.number(), valor: z.number() }),
  total: z.number(),
});

export type Termination = z.output<typeof terminationRecord>;

export const reconcileQuery = z.object({
  representada_id: z.guid(),
  mes: mes.optional(),
  /** The names of the columns in the file. */
  coluna_pedido: line(1, 100).default('pedido'),
  coluna_valor: line(1, 100).default('valor'),
  /** Also records the payment. */
  registrar: booleanQuery,
  data: data.optional(),
  referencia: line(0, 255).optional(),
});

const compared = z.object({
  pedido: z.string(),
  sale_id: z.guid().optional(),
  valor: z.number().optional(),
  valor_informado: z.number().optional(),
});

export const reconciliationRecord = z.object({
  representada_id: z.guid(),
  mes: z.string(),
  conferem: z.array(compared),
  divergem: z.array(compared),
  ausentes: z.array(compared),
  desconhecidos: z.array(compared),
  totais: z.object({ valor: z.number(), valor_informado: z.number() }),
  pagamento_id: z.guid().optional(),
});

export type Compared = z.output<typeof compared>;
export type Reconciliation = z.output<typeof reconciliationRecord>;

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
  laws: {
    indemnity: 'Lei 4.886/65, art. 27, j: 1/12 do total da retribuição durante a representação',
    notice: 'Lei 4.886/65, art. 34: 1/3 das comissões dos três meses anteriores, sem aviso prévio de 30 dias',
    noticeGiven: 'Lei 4.886/65, art. 34: aviso prévio dado, nada é devido',
    noticeShort: 'Lei 4.886/65, art. 34: somente contratos de mais de seis meses',
    pending: 'Lei 4.886/65, art. 32, § 5º: na rescisão sem justa causa, o pendente vence na data da rescisão',
    informative: 'Cálculo informativo, sem correção monetária: não substitui a análise do contrato por um advogado',
  },
} as const;
