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
    StatementTotals: statementRecord.shape.totais,
    StatementFormat: statementQuery.shape.formato.unwrap(),
  },
  fields: {
    ...commissionFields,
    formato: { description: '`json`, se omitido; `csv` ou `pdf`', examples: ['json'] },
    empresa_nome: { description: 'Nome da empresa', examples: ['Representações São João'] },
    comissoes: { description: 'As comissões do mês, pela ordem de vencimento' },
  },
});

export const docs = operations({
  readCommissionStatement: {
    replyTypes: { ...csvReply, 'application/pdf': { type: 'string', contentEncoding: 'binary' } },
    replyHeaders: fileHeaders,
    summary: 'Extrato de comissões',
    description: `As comissões devidas e pagas de uma representada que vencem no mês: como JSON ou CSV, até ${formatNumber(maxStatementRows.csv)}; como PDF, até ${formatNumber(maxStatementRows.pdf)}, e um PDF por empresa de cada vez.`,
    errors: [
      representadaNotFound(),
      statementTooLong(maxStatementRows.csv),
      statementTooLong(maxStatementRows.pdf),
      statementRunning(),
      statementsBusy(),
    ],
  },
});
