import { exampleIds } from '@representa/contracts/demo';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { reportsBusy, reportsRunning } from '../reports/reports.errors.ts';
import { summaryTooLong } from './commissions.errors.ts';
import { commissionRecord, maxSummaryRows, monthSummary, summaryRecord } from './commissions.schemas.ts';

/** Operations of receipts, payments, reconciliation, statement and termination have it too. */
export const commissionsTag = {
  name: 'Comissões',
  description: 'O que cada representada deve, desde quando e por qual regra (Lei 4.886/65), e o que já pagou.',
};

/**
 * Fields that several of these folders have. The list and the statement both describe the schema `Commission`, and the document
 * keeps the last description.
 */
export const commissionFields = {
  sale_id: { description: 'Venda', examples: [exampleIds.sale] },
  ajuste_id: { description: 'Ajuste; somente se a comissão não é de uma venda' },
  pedido: { description: 'Código do pedido', examples: [exampleIds.pedido] },
  parte: { description: 'Número da parte da comissão dentro da venda', examples: [1] },
  parcela: { description: 'Número da parcela da venda, a partir de 1', examples: [1] },
  representada_id: { description: 'Representada', examples: [exampleIds.representada] },
  representada_nome: { description: 'Nome atual da representada', examples: ['Indústria Aurora'] },
  cliente_id: { description: 'Cliente da venda', examples: [exampleIds.client] },
  base: { description: 'Valor sobre o qual a comissão é calculada', examples: [100] },
  percentual: {
    description: 'Percentual da comissão; a média, se os itens têm percentuais diferentes',
    examples: [5],
  },
  valor: { description: 'Valor em reais, com até duas casas decimais', examples: [5] },
  aberto: { description: 'O que falta pagar', examples: [5] },
  pago: { description: 'Quanto da comissão já foi pago', examples: [0] },
  situacao: {
    description:
      '`prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro',
    examples: ['vencida'],
  },
  vencimento: {
    description: 'Quando a comissão vence: no dia combinado do mês seguinte ao da venda, da parcela ou do recebimento',
    examples: ['2026-11-15'],
  },
  pago_em: { description: 'Data do pagamento que completou a comissão' },
  motivo: { description: 'Motivo do ajuste' },
  dias_atraso: { description: 'Dias de atraso; somente se vencida', examples: [3] },
  fator: { description: 'Fator do INPC desde o vencimento; somente se o índice foi carregado', examples: [1.0042] },
  valor_corrigido: { description: 'O que falta pagar, corrigido pelo fator', examples: [5.02] },
  data: { description: 'Data do pagamento ou do recebimento', examples: ['2026-07-01'] },
  referencia: { description: 'Como a representada identifica o pagamento', examples: ['TED 4711'] },
  credito: { description: 'O que foi pago e ainda não foi alocado; o próximo pagamento o usa', examples: [0] },
  mes: { description: 'Mês de vencimento, como AAAA-MM', examples: ['2026-11'] },
  prevista: { description: 'Ainda não devida', examples: [0] },
  devida: { description: 'Devida e a vencer', examples: [0] },
  totais: { description: 'As somas' },
};

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    Commission: commissionRecord,
    CommissionStatus: commissionRecord.shape.situacao,
    CommissionSummary: summaryRecord,
    CommissionMonth: monthSummary,
  },
  fields: {
    ...commissionFields,
    representadas: { description: 'Uma linha por representada' },
    vencida: { description: 'Devida e vencida', examples: [5] },
    paga: { description: 'Paga', examples: [0] },
    de: { description: 'Primeiro vencimento', examples: ['2026-11-01'] },
    ate: { description: 'Último vencimento', examples: ['2026-11-30'] },
  },
});

export const docs = operations({
  listCommissions: {
    summary: 'Listar comissões',
    description: 'Uma linha por venda e parte, pela ordem de vencimento. `de` e `ate` limitam o vencimento.',
    errors: [invalidCursor()],
  },
  summarizeCommissions: {
    summary: 'Resumir comissões de um mês',
    description:
      'Por representada, as comissões que vencem no mês: o mês atual, se omitido. `credito` é o que a representada já pagou e ainda não foi alocado.',
    errors: [summaryTooLong(maxSummaryRows), reportsRunning(), reportsBusy()],
  },
});
