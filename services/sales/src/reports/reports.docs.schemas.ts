import { formatNumber } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { csvReply, fileHeaders } from '@representa/tables';
import {
  clientsReportTooLong,
  reportsBusy,
  reportsRunning,
  salesReportTooLong,
  tooManyClients,
} from './reports.errors.ts';
import {
  clientsReportQuery,
  clientsReportRow,
  maxClientsByState,
  maxDays,
  maxRows,
  salesReportQuery,
  salesReportRow,
} from './reports.schemas.ts';

const operations = describeResource({
  tag: { name: 'Relatórios', description: 'Somas das vendas, e clientes que deixaram de comprar.' },
  schemas: {
    SalesReportRow: salesReportRow,
    SalesReportGroup: salesReportQuery.shape.por,
    ClientsReportRow: clientsReportRow,
    ReportFormat: clientsReportQuery.shape.formato.unwrap(),
  },
  fields: {
    por: {
      description: `Como as vendas são agrupadas; por \`produto\`, o período é de até ${maxDays} dias`,
      examples: ['mes'],
    },
    de: { description: 'Primeira data', examples: ['2026-01-01'] },
    ate: { description: 'Última data', examples: ['2026-12-31'] },
    formato: { description: '`json`, se omitido, ou `csv`', examples: ['json'] },
    chave: { description: 'O dia, o mês, o identificador, o estado ou o status do grupo', examples: ['2026-11'] },
    nome: { description: 'Nome do cliente ou da representada; nos demais, igual à chave', examples: ['2026-11'] },
    produto_nome: {
      description: 'Nome atual do produto, somente por `produto`; `null` se ele não existe',
      examples: ['Café torrado 500 g'],
    },
    vendas: { description: 'Número de vendas, sem as canceladas', examples: [12] },
    total: { description: 'Valor das vendas; por produto, dos seus itens', examples: [1500.5] },
    media: { description: 'Valor médio por venda', examples: [125.04] },
    comissao: { description: 'Comissão das vendas', examples: [75.03] },
    canceladas: { description: 'Número de vendas canceladas', examples: [1] },
    total_cancelado: { description: 'Valor das vendas canceladas', examples: [90] },
    sem_compra_ha: { description: 'Dias sem comprar: 60, se omitido', examples: [60] },
    cliente_id: { description: 'Cliente' },
    cliente_nome: { description: 'Nome atual do cliente', examples: ['Mercado São José'] },
    ultima_compra: { description: 'Data da última compra', examples: ['2026-08-01'] },
    dias_sem_compra: { description: 'Dias desde então', examples: [111] },
    intervalo_medio: {
      description: 'Intervalo médio entre as compras do ano até a última, em dias; `null`, se houve uma só',
      examples: [30.5],
    },
    total_12_meses: { description: 'Valor das compras dos últimos doze meses', examples: [9800] },
  },
});

export const docs = operations({
  reportSales: {
    summary: 'Relatório de vendas',
    replyName: 'SalesReport',
    replyTypes: csvReply,
    replyHeaders: fileHeaders,
    description: `As vendas de um período, agrupadas. As canceladas aparecem à parte. Por \`estado\`: o estado atual do cliente, vazio se ele não tem um. Até ${formatNumber(maxRows)} linhas, e por estado ${formatNumber(maxClientsByState)} clientes; mais são um 400.`,
    errors: [salesReportTooLong(maxRows), tooManyClients(maxClientsByState), reportsRunning(), reportsBusy()],
  },
  reportClients: {
    summary: 'Clientes que deixaram de comprar',
    replyName: 'ClientsReport',
    replyTypes: csvReply,
    replyHeaders: fileHeaders,
    description: `Clientes cuja última compra foi há mais dias que \`sem_compra_ha\`; os de maior compra nos últimos doze meses primeiro. Até ${formatNumber(maxRows)} clientes; mais são um 400.`,
    errors: [clientsReportTooLong(maxRows), reportsRunning(), reportsBusy()],
  },
});
