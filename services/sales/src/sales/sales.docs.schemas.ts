import { exampleIds } from '@representa/contracts/demo';
import { changesDocs } from '@representa/records';
import { invalidCursor } from '@representa/service-kit';
import { describeResource, extending } from '@representa/service-kit/openapi';
import { exportDocs } from '@representa/tables';
import {
  clientNotFoundOrInactive,
  externalIdTaken,
  fixedField,
  invalidTransition,
  pedidoTaken,
  representadaNotFound,
  saleCommissionPaid,
  saleNotFound,
  saleReceived,
} from './sales.errors.ts';
import {
  createSaleBody,
  fullSale,
  historyEntry,
  item,
  ordenar,
  saleItem,
  saleRecord,
  saleSummary,
  updatedSale,
  updateSaleBody,
} from './sales.schemas.ts';
import { allowedAfter } from './status.rules.ts';

const { client: clienteId, representada: representadaId, product: produtoId } = exampleIds;

/** What all shapes of a sale have. */
const saleBase = saleRecord.omit({ itens: true, parcelas: true });

const operations = describeResource({
  tag: { name: 'Vendas', description: 'Vendas com seus itens. O serviço calcula todos os totais.' },
  schemas: {
    NewSale: createSaleBody,
    NewSaleItem: item,
    SaleChanges: updateSaleBody,
    SaleBase: saleBase,
    Sale: extending(saleBase, saleRecord),
    UpdatedSale: extending(saleRecord, updatedSale),
    FullSale: extending(updatedSale, fullSale),
    SaleSummary: extending(saleBase, saleSummary),
    SaleItem: saleItem,
    SaleStatus: saleRecord.shape.status,
    SaleOrder: ordenar.unwrap(),
    Instalment: saleRecord.shape.parcelas.unwrap().element,
    SaleHistoryEntry: historyEntry,
    SaleHistoryFields: historyEntry.shape.de,
    SaleHistoryKey: historyEntry.shape.chave,
  },
  exampleId: exampleIds.sale,
  fields: {
    pedido: { description: 'Código do pedido, único na empresa', examples: [exampleIds.pedido] },
    data: { description: 'Data da venda; não pode ser futura', examples: ['2026-07-01'] },
    status: { description: 'Situação da venda', examples: ['PAGA'] },
    clienteId: { description: 'Cliente ativo da empresa', examples: [clienteId] },
    cliente_id: { description: 'Cliente da venda', examples: [clienteId] },
    cliente_nome: { description: 'Nome atual do cliente', examples: ['Mercado São José'] },
    representadaId: { description: 'Representada da empresa', examples: [representadaId] },
    representada_id: { description: 'Representada da venda', examples: [representadaId] },
    representada_nome: { description: 'Nome atual da representada', examples: ['Indústria Aurora'] },
    itens: { description: 'Itens da venda: de 1 a 1.000' },
    produtoId: { description: 'Código do produto', examples: [produtoId] },
    produto_id: { description: 'Código do produto', examples: [produtoId] },
    quantidade: { description: 'Quantidade, com até 6 casas decimais', exclusiveMinimum: 0, examples: [3] },
    valorUnitario: { description: 'Valor unitário em reais', exclusiveMinimum: 0, examples: [18.9] },
    valor_unitario: { description: 'Valor unitário em reais', exclusiveMinimum: 0, examples: [18.9] },
    parcelas: { description: 'Parcelas do pagamento, cuja soma é o total; sem elas, uma, na data da venda' },
    vencimento: { description: 'Vencimento da parcela', examples: ['2026-08-01'] },
    valor: { description: 'Valor da parcela em reais', examples: [56.7] },
    id_externo: { description: 'Identificador da venda no sistema de quem integra, único na empresa' },
    motivo: { description: 'Por que a venda é alterada; aparece no histórico', examples: ['Emitida a nota fiscal'] },
    versao: { description: 'Versão da venda depois da alteração', examples: [2] },
    alterado_em: { description: 'Momento da alteração', examples: ['2026-07-01T12:00:00.000Z'] },
    chave: { description: 'Chave de API usada na alteração' },
    prefixo: { description: 'Começo da chave', examples: ['rep_live_7Hq2ZbXk'] },
    de: { description: 'Campos alterados, como eram antes', examples: [{ status: 'Pedido' }] },
    para: { description: 'Campos alterados, como ficaram', examples: [{ status: 'Faturado' }] },
    valor_total: { description: 'Valor total em reais, calculado pelo serviço', examples: [56.7] },
    recebido: { description: 'O que já foi recebido da venda, em reais', examples: [56.7] },
    comissao: { description: 'Comissão da venda em reais', examples: [2.84] },
  },
});

export const docs = operations({
  createSale: {
    isVersioned: true,
    summary: 'Criar venda',
    description:
      'Calcula o total de cada item (quantidade × valor unitário, arredondado a centavos) e o da venda. Um total enviado é ignorado. O cliente e a representada já devem existir.',
    errors: [clientNotFoundOrInactive(), representadaNotFound(), pedidoTaken(), externalIdTaken()],
    example: {
      clienteId,
      representadaId,
      itens: [{ produtoId, quantidade: 3, valorUnitario: 18.9 }],
    },
  },
  listSales: {
    summary: 'Listar vendas',
    description:
      'As mais recentes primeiro, sem os itens e com os nomes atuais do cliente e da representada. `search` procura no pedido e no nome do cliente.',
    errors: [invalidCursor()],
  },
  followSales: { ...changesDocs('Acompanhar mudanças das vendas'), replyName: 'Sale' },
  readSale: {
    isVersioned: true,
    summary: 'Ler uma venda',
    description:
      'A venda inteira, com os nomes atuais do cliente e da representada. A `ETag` é a versão da venda: um nome que muda depois não a altera, e `If-None-Match` então responde 304.',
    errors: [saleNotFound()],
  },
  readSaleHistory: {
    summary: 'Ler o histórico de uma venda',
    description:
      'Cada alteração, da mais recente para a mais antiga: quando, com qual chave, de que, para que e por quê. Uma página de alterações grandes pode ter menos de `limit`: só `next_cursor` nulo diz que não há mais.',
    errors: [saleNotFound(), invalidCursor()],
  },
  updateSale: {
    isVersioned: true,
    summary: 'Alterar venda',
    description:
      'Altera somente os campos enviados; `itens` substitui todos os itens e recalcula os totais. `itens` e `data` mudam enquanto a venda está aberta, `parcelas` até ser cancelada, e todos somente enquanto nada foi recebido; `pedido`, até ser entregue. Valores que não mudam são sempre aceitos. Status: aberta (`Pedido`, `AGUARDANDO PAGAMENTO`, `Em processamento`) → faturada (`Faturado`, `PAGA`) → enviada → entregue → cancelada; passos podem ser pulados, mas não desfeitos. De `PAGA` para `Faturado`, volta a ficar em aberto o que os recebimentos da venda não cobrem.',
    errors: [
      saleNotFound(),
      pedidoTaken(),
      externalIdTaken(),
      invalidTransition('Entregue', 'Pedido', allowedAfter('Entregue')),
      fixedField('itens', 'Faturado'),
      saleReceived(),
    ],
    // It was invoiced after it was created.
    examples: { 'If-Match': '"2"' },
    example: { status: 'Enviado', motivo: 'Saiu com a transportadora' },
    repliedExample: { status: 'Enviado' },
  },
  deleteSale: {
    isVersioned: true,
    summary: 'Excluir venda',
    examples: { id: exampleIds.saleToDelete },
    description: 'Exclui a venda e seus itens, definitivamente.',
    errors: [saleNotFound(), saleCommissionPaid()],
  },
  exportSales: exportDocs('Exportar vendas'),
});
