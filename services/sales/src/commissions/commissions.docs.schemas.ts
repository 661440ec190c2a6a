import { csvReply, fileHeaders } from '@representa/exports';
import { describeResource, invalidCursor } from '@representa/service-kit';
import { formatNumber } from '../format-number.ts';
import { paymentNotFound, salesNotDue } from '../payments/payments.errors.ts';
import {
  adjustmentRecord,
  createAdjustmentBody,
  createPaymentBody,
  paymentRecord,
} from '../payments/payments.schemas.ts';
import {
  instalmentNotFound,
  receiptCommissionPaid,
  receiptExceeds,
  receiptNotFound,
  receiptOfCancelledSale,
  receiptOfPaidSale,
} from '../receipts/receipts.errors.ts';
import { createReceiptBody, receiptRecord } from '../receipts/receipts.schemas.ts';
import { monthTooLong, nothingToPay, sumNotPositive } from '../reconciliation/reconciliation.errors.ts';
import { mostReconciledRows, reconciliationRecord } from '../reconciliation/reconciliation.schemas.ts';
import { representadaNotFound, saleNotFound } from '../sales/sales.errors.ts';
import { statementTooLong } from '../statement/statement.errors.ts';
import { mostStatementRows, statementRecord } from '../statement/statement.schemas.ts';
import { terminationRecord } from '../termination/termination.schemas.ts';
import { commissionRecord, summaryRecord } from './commissions.schemas.ts';

const representadaId = '01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a';
const saleId = '01990c3e-7a10-7c3b-9d1f-9a8b7c6d5e4f';
const exampleNotDue = salesNotDue([{ sale_id: saleId, pedido: 'PED-2026-0001' }]);

const operations = describeResource({
  tag: {
    name: 'Comissões',
    description: 'O que cada representada deve, desde quando e por qual regra (Lei 4.886/65), e o que já pagou.',
  },
  schemas: {
    NewReceipt: createReceiptBody,
    Receipt: receiptRecord,
    Commission: commissionRecord,
    CommissionSummary: summaryRecord,
    NewCommissionPayment: createPaymentBody,
    CommissionPayment: paymentRecord,
    NewCommissionAdjustment: createAdjustmentBody,
    CommissionAdjustment: adjustmentRecord,
    CommissionStatement: statementRecord,
    CommissionReconciliation: reconciliationRecord,
    Termination: terminationRecord,
  },
  fields: {
    receiptId: { description: 'Identificador do recebimento' },
    sale_id: { description: 'Venda', examples: [saleId] },
    ajuste_id: { description: 'Ajuste; somente se a comissão não é de uma venda' },
    ajustes: { description: 'Ajustes que vencem no mês; um extrato não os tem por pedido' },
    pedido: { description: 'Código do pedido', examples: ['PED-2026-0001'] },
    parte: { description: 'Número da parte da comissão dentro da venda', examples: [1] },
    parcela: { description: 'Número da parcela da venda, a partir de 1', examples: [1] },
    parcelas: { description: 'O que o recebimento cobriu de cada parcela, e a comissão que tornou devida' },
    comissao: { description: 'Comissão que se tornou devida', examples: [5] },
    representada_id: { description: 'Representada', examples: [representadaId] },
    representada_nome: { description: 'Nome atual da representada', examples: ['Indústria Aurora'] },
    cliente_id: { description: 'Cliente da venda' },
    base: { description: 'Valor sobre o qual a comissão é calculada', examples: [100] },
    percentual: {
      description: 'Percentual da comissão; a média, se os itens têm percentuais diferentes',
      examples: [5],
    },
    valor: { description: 'Valor em reais, com até duas casas decimais', examples: [100] },
    valor_total: { description: 'Total da venda', examples: [100] },
    recebido: { description: 'O que o cliente já pagou', examples: [40] },
    aberto: { description: 'O que falta pagar', examples: [60] },
    recebimentos: { description: 'Os recebimentos, do mais antigo ao mais recente' },
    automatico: { description: 'Se vem do status da venda, que consta como paga' },
    pago: { description: 'Quanto da comissão já foi pago', examples: [0] },
    situacao: {
      description:
        '`prevista`: ainda não devida; `devida`: a vencer; `vencida`: passou do vencimento; `paga`: paga por inteiro',
      examples: ['devida'],
    },
    vencimento: {
      description:
        'Quando a comissão vence: no dia combinado do mês seguinte ao da venda, da parcela ou do recebimento',
      examples: ['2026-12-15'],
    },
    pago_em: { description: 'Data do pagamento que completou a comissão', examples: ['2026-12-14'] },
    motivo: { description: 'Motivo do ajuste', examples: ['Bonificação de meta'] },
    dias_atraso: { description: 'Dias de atraso; somente se vencida', examples: [3] },
    fator: { description: 'Fator do INPC desde o vencimento; somente se o índice foi carregado', examples: [1.0042] },
    valor_corrigido: { description: 'O que falta pagar, corrigido pelo fator', examples: [100.42] },
    data: { description: 'Data do pagamento ou do recebimento', examples: ['2026-07-01'] },
    referencia: { description: 'Como a representada identifica o pagamento', examples: ['TED 4711'] },
    vendas: {
      description: 'Vendas a que o pagamento se refere; sem elas, as comissões mais antigas',
      examples: [[saleId]],
    },
    credito: { description: 'O que foi pago e ainda não foi alocado; o próximo pagamento o usa', examples: [0] },
    alocacoes: { description: 'A quantas comissões o pagamento foi alocado', examples: [1] },
    alocacao: { description: 'A que comissões o pagamento foi alocado; na lista, as primeiras 100' },
    estornado_em: { description: 'Quando o pagamento foi estornado' },
    mes: { description: 'Mês de vencimento, como AAAA-MM', examples: ['2026-11'] },
    representadas: { description: 'Uma linha por representada' },
    prevista: { description: 'Ainda não devida', examples: [0] },
    devida: { description: 'Devida e a vencer', examples: [5] },
    vencida: { description: 'Devida e vencida', examples: [0] },
    paga: { description: 'Paga', examples: [0] },
    formato: { description: '`json`, se omitido; `csv` ou `pdf`', examples: ['json'] },
    empresa_nome: { description: 'Nome da empresa', examples: ['Representações São João'] },
    comissoes: { description: 'As comissões do mês, pela ordem de vencimento' },
    totais: { description: 'As somas' },
    inicio: { description: 'Início da representação', examples: ['2020-03-01'] },
    aviso_previo: { description: 'Se foi dado aviso prévio de 30 dias' },
    informativo: { description: 'Sempre `true`: o cálculo é informativo' },
    observacao: { description: 'O que o cálculo não considera' },
    indenizacao: { description: 'A indenização e sua base' },
    pendentes: { description: 'As comissões pendentes, que vencem na rescisão' },
    fundamento: { description: 'O artigo da lei' },
    meses: { description: 'A base, mês a mês: o mês em que a comissão foi adquirida' },
    total: { description: 'A soma', examples: [1500] },
    coluna_pedido: { description: 'Nome da coluna com o código do pedido: `pedido`, se omitido' },
    coluna_valor: { description: 'Nome da coluna com o valor: `valor`, se omitido' },
    registrar: { description: '`true`: registra também o pagamento' },
    conferem: { description: 'Pedidos com o mesmo valor nos dois lados' },
    divergem: { description: 'Pedidos com valores diferentes' },
    ausentes: { description: 'Pedidos que faltam no arquivo' },
    desconhecidos: { description: 'Pedidos do arquivo sem comissão devida no mês' },
    valor_informado: { description: 'Valor que a representada informa', examples: [100] },
    pagamento_id: { description: 'O pagamento que foi registrado' },
    de: { description: 'Primeiro vencimento', examples: ['2026-11-01'] },
    ate: { description: 'Último vencimento', examples: ['2026-11-30'] },
  },
});

export const docs = operations({
  createReceipt: {
    summary: 'Registrar recebimento',
    description:
      'O que o cliente pagou de uma venda. Pela regra `recebimento`, torna devida a comissão na mesma proporção; o último recebimento de cada parcela leva o resto, de modo que a soma é exata.',
    errors: [saleNotFound(), receiptExceeds(), instalmentNotFound(), receiptOfCancelledSale()],
    example: { valor: 40, data: '2026-07-01' },
  },
  listReceipts: {
    summary: 'Listar recebimentos de uma venda',
    description:
      'Uma venda `PAGA` conta como recebida por inteiro: o que nenhum recebimento cobre aparece como automático.',
    errors: [saleNotFound()],
  },
  deleteReceipt: {
    isVersioned: true,
    summary: 'Desfazer recebimento',
    description: 'A comissão que ele tornou devida volta a ser prevista. `If-Match` refere-se à versão da venda.',
    errors: [receiptNotFound(), receiptOfCancelledSale(), receiptOfPaidSale(), receiptCommissionPaid()],
  },
  listCommissions: {
    summary: 'Listar comissões',
    description: 'Uma linha por venda e parte, pela ordem de vencimento. `de` e `ate` limitam o vencimento.',
    errors: [invalidCursor()],
  },
  summarizeCommissions: {
    summary: 'Resumir comissões de um mês',
    description:
      'Por representada, as comissões que vencem no mês: o mês atual, se omitido. `credito` é o que a representada já pagou e ainda não foi alocado.',
  },
  createCommissionPayment: {
    summary: 'Registrar pagamento de comissões',
    description:
      'Alocado às comissões devidas mais antigas, com o crédito de pagamentos anteriores, ou às vendas indicadas; o que sobra fica como crédito.',
    errors: [representadaNotFound(), exampleNotDue],
    example: { representada_id: representadaId, valor: 5, data: '2026-07-01', referencia: 'TED 4711' },
  },
  listCommissionPayments: {
    summary: 'Listar pagamentos de comissões',
    description: 'Os mais recentes primeiro, cada um com as primeiras 100 comissões a que foi alocado.',
    errors: [invalidCursor()],
  },
  readCommissionPayment: {
    summary: 'Ler pagamento de comissões',
    description: 'Com todas as comissões a que foi alocado.',
    errors: [paymentNotFound()],
  },
  reverseCommissionPayment: {
    isVersioned: true,
    summary: 'Estornar pagamento de comissões',
    description:
      'O que ele pagou volta a ser devido. O pagamento continua na lista, com `estornado_em`. Um pagamento não tem versão: de `If-Match`, somente `*` é aceito.',
    errors: [paymentNotFound()],
  },
  readCommissionStatement: {
    replyTypes: { ...csvReply, 'application/pdf': { type: 'string', contentEncoding: 'binary' } },
    replyHeaders: fileHeaders,
    summary: 'Extrato de comissões',
    description: `As comissões devidas e pagas de uma representada que vencem no mês: como JSON ou CSV, até ${formatNumber(mostStatementRows.csv)}; como PDF, até ${formatNumber(mostStatementRows.pdf)}.`,
    errors: [representadaNotFound(), statementTooLong(mostStatementRows.csv), statementTooLong(mostStatementRows.pdf)],
  },
  computeTermination: {
    summary: 'Calcular rescisão',
    description:
      'O que é devido em uma rescisão sem justa causa (Lei 4.886/65, art. 27 j, art. 34 e art. 32 § 5º), com cada base. Informativo.',
    errors: [representadaNotFound()],
  },
  reconcileCommissions: {
    summary: 'Conferir extrato da representada',
    description: `O extrato da representada como CSV (pedido e valor) é comparado com as comissões devidas no mês: até ${formatNumber(mostReconciledRows)} de cada lado (mais são um 400), em um arquivo de até 1 MiB. Ajustes que vencem no mês contam no total. Uma linha como \`Total\` é a soma do extrato e não conta. Com \`registrar=true\`, o total informado é registrado como pagamento, alocado pedido a pedido, primeiro ao que vence no mês; descontos por ajustes do mês são abatidos.`,
    requestTypes: { 'text/csv': { type: 'string', examples: ['pedido;valor\nPED-2026-0001;5,00'] } },
    errors: [monthTooLong(mostReconciledRows), representadaNotFound(), nothingToPay(), sumNotPositive(), exampleNotDue],
  },
  createCommissionAdjustment: {
    summary: 'Ajustar comissões',
    description: 'Uma comissão devida sem venda, com seu motivo; negativa, se desconta.',
    errors: [representadaNotFound()],
    example: { representada_id: representadaId, valor: 150, motivo: 'Bonificação de meta' },
  },
});
