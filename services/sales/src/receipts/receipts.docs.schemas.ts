import { exampleIds } from '@representa/contracts/demo';
import { describeResource } from '@representa/service-kit/openapi';
import { commissionFields, commissionsTag } from '../commissions/commissions.docs.schemas.ts';
import {
  instalmentNotFound,
  receiptCommissionPaid,
  receiptExceeds,
  receiptNotFound,
  receiptOfCancelledSale,
  receiptOfPaidSale,
  saleNotFound,
  tooManyReceipts,
} from '../sales/sales.errors.ts';
import { createReceiptBody, receiptRecord, receiptsRecord } from './receipts.schemas.ts';

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    NewReceipt: createReceiptBody,
    Receipt: receiptRecord,
    ReceiptInstalment: receiptRecord.shape.parcelas.element,
    SaleReceipts: receiptsRecord,
  },
  exampleId: exampleIds.sale,
  fields: {
    ...commissionFields,
    receiptId: { description: 'Identificador do recebimento' },
    parcelas: { description: 'O que o recebimento cobriu de cada parcela, e a comissão que tornou devida' },
    valor: { description: 'Valor em reais, com até duas casas decimais', examples: [40] },
    comissao: { description: 'Comissão que se tornou devida', examples: [2] },
    valor_total: { description: 'Total da venda', examples: [100] },
    recebido: { description: 'O que o cliente já pagou', examples: [40] },
    aberto: { description: 'O que falta pagar', examples: [60] },
    recebimentos: { description: 'Os recebimentos, do mais antigo ao mais recente' },
    automatico: { description: 'Se vem do status da venda, que consta como paga', examples: [false] },
  },
});

export const docs = operations({
  createReceipt: {
    summary: 'Registrar recebimento',
    description:
      'O que o cliente pagou de uma venda. Pela regra `recebimento`, torna devida a comissão na mesma proporção; o último recebimento de cada parcela leva o resto, de modo que a soma é exata.',
    errors: [saleNotFound(), receiptExceeds(), instalmentNotFound(), tooManyReceipts(), receiptOfCancelledSale()],
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
    examples: { id: exampleIds.saleOfReceipt, receiptId: exampleIds.receipt, 'If-Match': '"2"' },
    description: 'A comissão que ele tornou devida volta a ser prevista. `If-Match` refere-se à versão da venda.',
    errors: [receiptNotFound(), receiptOfCancelledSale(), receiptOfPaidSale(), receiptCommissionPaid()],
  },
});
