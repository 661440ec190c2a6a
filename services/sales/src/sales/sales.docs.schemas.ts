import { describeResource } from '@representa/service-kit';
import {
  clientNotFoundOrInactive,
  pedidoTaken,
  representadaNotFound,
  saleCommissionPaid,
  saleNotFound,
} from './sales.errors.ts';
import { createSaleBody, saleItem, saleRecord, saleSummary } from './sales.schemas.ts';

const clienteId = '01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e';
const representadaId = '01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a';

const operations = describeResource({
  tag: { name: 'Vendas', description: 'Vendas com seus itens. O serviço calcula todos os totais.' },
  schemas: { NewSale: createSaleBody, Sale: saleRecord, SaleItem: saleItem, SaleSummary: saleSummary },
  fields: {
    pedido: {
      description: 'Código do pedido, único na empresa; sem ele, o serviço gera `PED-AAAA-NNNN`',
      examples: ['PED-2026-0001'],
    },
    data: { description: 'Data da venda; hoje, se omitida; não pode ser futura', examples: ['2026-07-01'] },
    status: { description: 'Situação da venda; `PAGA`, se omitida', examples: ['PAGA'] },
    clienteId: { description: 'Cliente ativo da empresa', examples: [clienteId] },
    cliente_id: { description: 'Cliente da venda', examples: [clienteId] },
    cliente_nome: { description: 'Nome atual do cliente', examples: ['Mercado São José'] },
    representadaId: { description: 'Representada da empresa', examples: [representadaId] },
    representada_id: { description: 'Representada da venda', examples: [representadaId] },
    representada_nome: { description: 'Nome atual da representada', examples: ['Indústria Aurora'] },
    itens: { description: 'Itens da venda: de 1 a 1.000' },
    produtoId: { description: 'Código do produto', examples: ['CAFE-500'] },
    produto_id: { description: 'Código do produto', examples: ['CAFE-500'] },
    quantidade: { description: 'Quantidade, com até 6 casas decimais', exclusiveMinimum: 0, examples: [3] },
    valorUnitario: { description: 'Valor unitário em reais', exclusiveMinimum: 0, examples: [18.9] },
    valor_unitario: { description: 'Valor unitário em reais', exclusiveMinimum: 0, examples: [18.9] },
    parcelas: { description: 'Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda' },
    vencimento: { description: 'Vencimento da parcela', examples: ['2026-08-01'] },
    valor: { description: 'Valor da parcela em reais', examples: [56.7] },
    valor_total: { description: 'Valor total em reais, calculado pelo serviço', examples: [56.7] },
  },
});

export const docs = operations({
  createSale: {
    summary: 'Criar venda',
    description:
      'Calcula o total de cada item (quantidade × valor unitário, arredondado a centavos) e o da venda. Um total enviado é ignorado.',
    errors: [clientNotFoundOrInactive(), representadaNotFound(), pedidoTaken()],
    example: {
      clienteId,
      representadaId,
      itens: [{ produtoId: 'CAFE-500', quantidade: 3, valorUnitario: 18.9 }],
    },
  },
  listSales: {
    summary: 'Listar vendas',
    description: 'As mais recentes primeiro, sem os itens e com os nomes atuais do cliente e da representada.',
  },
  readSale: { summary: 'Ler uma venda', errors: [saleNotFound()] },
  deleteSale: {
    summary: 'Excluir venda',
    description: 'Exclui a venda e seus itens, definitivamente.',
    errors: [saleNotFound(), saleCommissionPaid()],
  },
});
