import { type App, recordReply } from '@representa/service-kit';
import { makeTodayOf } from '../sales/today.ts';
import { docs } from './commissions.docs.schemas.ts';
import { statementQuery, statementRecord } from './statement.schemas.ts';
import { mostRows, type ReadStatement, statementAsCsv } from './statement.ts';
import { statementAsPdf } from './statement-pdf.ts';

interface Dependencies {
  readStatement: ReadStatement;
  now: () => Date;
}

export const statementRoutes = (app: App, { readStatement, now }: Dependencies): void => {
  const todayOf = makeTodayOf(now);

  app.get(
    '/api/v1/commissions/statement',
    {
      schema: { querystring: statementQuery, response: { 200: recordReply(statementRecord) } },
      config: { docs: docs.readCommissionStatement },
    },
    async ({ call, query }, reply) => {
      const mes = query.mes ?? todayOf(call).slice(0, 7);
      const data = await readStatement(call, todayOf(call), query.representada_id, mes, mostRows[query.formato]);
      if (query.formato === 'json') return { success: true as const, data };
      const isPdf = query.formato === 'pdf';
      const file = isPdf ? await statementAsPdf(data) : Buffer.from(statementAsCsv(data));
      return reply
        .type(isPdf ? 'application/pdf' : 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="comissoes-${mes}.${query.formato}"`)
        .send(file as never);
    },
  );
};
