import { exampleIds } from '@representa/contracts/demo';
import { invalidCursor } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { commissionFields, commissionsTag } from '../commissions/commissions.docs.schemas.ts';
import { paymentNotFound, salesNotDue } from '../commissions/commissions.errors.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { adjustmentRecord, createAdjustmentBody, createPaymentBody, paymentRecord } from './payments.schemas.ts';

export const exampleNotDue = salesNotDue([{ sale_id: exampleIds.sale, pedido: exampleIds.pedido }]);

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    NewCommissionPayment: createPaymentBody,
    CommissionPayment: paymentRecord,
    CommissionAllocation: paymentRecord.shape.alocacao.element,
    NewCommissionAdjustment: createAdjustmentBody,
    CommissionAdjustment: adjustmentRecord,
  },
  exampleId: exampleIds.payment,
  fields: {
    ...commissionFields,
    vendas: {
      description: 'Vendas a que o pagamento se refere; sem elas, as comissões mais antigas',
      examples: [[exampleIds.sale]],
    },
    alocacoes: { description: 'A quantas comissões o pagamento foi alocado', examples: [1] },
    alocacao: {
      description:
        'A que comissões o pagamento foi alocado: ao ler o pagamento, todas; ao registrar e na lista, as primeiras 100',
    },
    motivo: { description: 'Motivo do ajuste', examples: ['Bonificação de meta'] },
    estornado_em: { description: 'Quando o pagamento foi estornado' },
  },
});

export const docs = operations({
  createCommissionPayment: {
    summary: 'Registrar pagamento de comissões',
    description:
      'Alocado às comissões devidas mais antigas, com o crédito de pagamentos anteriores, ou às vendas indicadas, até 20.000 comissões de uma vez; o que sobra fica como crédito, que o próximo pagamento usa primeiro. A resposta tem as primeiras 100 comissões a que foi alocado.',
    errors: [representadaNotFound(), exampleNotDue],
    example: { representada_id: exampleIds.representada, valor: 5, data: '2026-07-01', referencia: 'TED 4711' },
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
    examples: { id: exampleIds.paymentToReverse, 'If-Match': '*' },
    description:
      'O que ele pagou volta a ser devido. O pagamento continua na lista, com `estornado_em`. Um pagamento não tem versão: de `If-Match`, somente `*` é aceito.',
    errors: [paymentNotFound()],
  },
  createCommissionAdjustment: {
    summary: 'Ajustar comissões',
    description: 'Uma comissão devida sem venda, com seu motivo; negativa, se desconta.',
    errors: [representadaNotFound()],
    example: { representada_id: exampleIds.representada, valor: 150, motivo: 'Bonificação de meta' },
    repliedExample: { valor: 150 },
  },
});
