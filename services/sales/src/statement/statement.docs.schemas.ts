import { formatNumber } from '@representa/service-kit';
import { describeResource } from '@representa/service-kit/openapi';
import { csvReply, fileHeaders } from '@representa/tables';
import { commissionFields, commissionsTag } from '../commissions/commissions.docs.schemas.ts';
import { statementRunning, statementsBusy, statementTooLong } from '../commissions/commissions.errors.ts';
import { representadaNotFound } from '../sales/sales.errors.ts';
import { maxStatementRows, statementQuery, statementRecord } from './statement.schemas.ts';

const operations = describeResource({
  tag: commissionsTag,
  schemas: {
    CommissionStatement: statementRecord,
    StatementCommission: statementRecord.shape.comissoes.element,
    StatementTotals: statementRecord.shape.totais,
    StatementSituation: statementRecord.shape.totais.shape.situacoes.element,
    StatementPayment: statementRecord.shape.pagamentos.element,
    StatementFormat: statementQuery.shape.formato.unwrap(),
  },
  fields: {
    ...commissionFields,
    formato: { description: '`json`, se omitido; `csv` ou `pdf`', examples: ['json'] },
    empresa_nome: { description: 'Nome da empresa', examples: ['Representações São João'] },
    representada_cnpj: { description: 'CNPJ da representada; vazio se não há', examples: ['11222333000181'] },
    representada_endereco: {
      description: 'Endereço da representada, em uma linha; vazio se não há',
      examples: ['Av. Brasil, 1500 – Campinas/SP'],
    },
    emitido_em: { description: 'Data de emissão', examples: ['2026-11-20'] },
    cliente_nome: { description: 'Nome atual do cliente; `null` em um ajuste', examples: ['Mercado São José'] },
    data_venda: { description: 'Data da venda; `null` em um ajuste', examples: ['2026-10-05'] },
    recebido_em: {
      description: 'Data do recebimento que tornou a comissão devida; `null` se nenhum recebimento a tornou',
      examples: ['2026-10-20'],
    },
    situacoes: { description: 'As somas por situação' },
    pagamentos: { description: 'Os pagamentos destas comissões; `valor` é quanto foi para elas' },
    pagamento_id: { description: 'Pagamento' },
    comissoes: { description: 'As comissões do mês, pela ordem de vencimento' },
  },
});

export const docs = operations({
  readCommissionStatement: {
    replyTypes: { ...csvReply, 'application/pdf': { type: 'string', contentEncoding: 'binary' } },
    replyHeaders: fileHeaders,
    summary: 'Extrato de comissões',
    description: `As comissões devidas e pagas de uma representada que vencem no mês: como JSON ou CSV, até ${formatNumber(maxStatementRows.csv)}; como PDF, até ${formatNumber(maxStatementRows.pdf)}, e um PDF por empresa de cada vez. O PDF e o CSV têm as mesmas colunas.`,
    errors: [
      representadaNotFound(),
      statementTooLong(maxStatementRows.csv),
      statementTooLong(maxStatementRows.pdf),
      statementRunning(),
      statementsBusy(),
    ],
  },
});
