import { z } from 'zod';
import { commissionRecord, mes } from '../commissions/commissions.schemas.ts';

/** More than this is no statement that a person reads. A PDF must be there before the request's deadline on a busy machine too. */
export const maxStatementRows = { json: 2_000, csv: 2_000, pdf: 1_000 } as const;

export const statementQuery = z.object({
  representada_id: z.guid().toLowerCase(),
  mes: mes.optional(),
  formato: z.enum(['json', 'csv', 'pdf']).default('json'),
});

/** With what a person looks for. Null in an adjustment. */
const statementRow = commissionRecord.extend({
  cliente_nome: z.string().nullable(),
  data_venda: z.iso.date().nullable(),
  recebido_em: z.iso.date().nullable(),
});

const statementPayment = z.object({
  pagamento_id: z.guid(),
  data: z.iso.date(),
  referencia: z.string(),
  valor: z.number(),
});

const sums = { base: z.number(), valor: z.number(), pago: z.number(), aberto: z.number() };

export const statementRecord = z.object({
  empresa_nome: z.string(),
  representada_id: z.guid(),
  representada_nome: z.string(),
  representada_cnpj: z.string(),
  representada_endereco: z.string(),
  mes: z.string(),
  emitido_em: z.iso.date(),
  comissoes: z.array(statementRow),
  totais: z.object({
    ...sums,
    situacoes: z.array(z.object({ situacao: commissionRecord.shape.situacao, comissoes: z.int(), ...sums })),
  }),
  pagamentos: z.array(statementPayment),
});

export type Statement = z.output<typeof statementRecord>;
export type StatementRow = z.output<typeof statementRow>;
export type StatementPayment = z.output<typeof statementPayment>;

/** Of a commission, in a statement as CSV: those of the PDF. */
export const csvColumns = [
  'pedido',
  'cliente_nome',
  'data_venda',
  'parcela',
  'recebido_em',
  'vencimento',
  'base',
  'percentual',
  'valor',
  'pago',
  'situacao',
  'pago_em',
  'motivo',
] as const;

/** What is printed on a statement. */
export const words = {
  title: 'Extrato de comissões',
  month: 'Mês de vencimento',
  issued: 'Emitido em',
  from: 'Representante',
  to: 'Representada',
  cnpj: 'CNPJ',
  columns: [
    'Pedido',
    'Cliente',
    'Venda',
    'Parc.',
    'Recebido',
    'Vencimento',
    'Base (R$)',
    '%',
    'Comissão (R$)',
    'Pago (R$)',
    'Situação',
    'Pago em',
  ],
  adjustment: 'Ajuste',
  totals: 'Totais por situação',
  totalColumns: ['Situação', 'Comissões', 'Base (R$)', 'Comissão (R$)', 'Pago (R$)', 'Em aberto (R$)'],
  total: 'Total',
  payments: 'Pagamentos destas comissões',
  paymentColumns: ['Data', 'Referência', 'Valor (R$)'],
  noPayment: 'Nenhum pagamento registrado.',
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;
