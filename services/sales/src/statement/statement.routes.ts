import { limits } from '@representa/queues';
import { type App, recordReply } from '@representa/service-kit';
import { makeTakeSlot } from '@representa/service-kit/process';
import { money, replyWithCsv, replyWithFile } from '@representa/tables';
import { statementRunning, statementsBusy } from '../commissions/commissions.errors.ts';
import { todayOf } from '../today.ts';
import type { ReadStatement } from './read-statement.ts';
import { docs } from './statement.docs.schemas.ts';
import { csvColumns, maxStatementRows, statementQuery, statementRecord } from './statement.schemas.ts';
import { statementAsPdf } from './statement-pdf.ts';

const csvFormats = { base: money, valor: money, pago: money };

interface Dependencies {
  readStatement: ReadStatement;
  now: () => Date;
}

export const statementRoutes = (app: App, { readStatement, now }: Dependencies): void => {
  const takeSlot = makeTakeSlot('pdf', limits.pdf, { company: statementRunning, all: statementsBusy });
  app.get(
    '/api/v1/commissions/statement',
    {
      schema: { querystring: statementQuery, response: { 200: recordReply(statementRecord) } },
      config: { docs: docs.readCommissionStatement },
    },
    async ({ call, query }, reply) => {
      const today = todayOf(call, now());
      const { representada_id, mes = today.slice(0, 7), formato } = query;
      const fileName = `comissoes-${mes}.${formato}`;
      const free = formato === 'pdf' ? takeSlot(call.empresa_id) : undefined;
      try {
        const data = await readStatement(call, today, { representada_id, mes }, maxStatementRows[formato]);
        if (formato === 'json') return { success: true as const, data };
        if (formato === 'csv') return replyWithCsv(reply, fileName, csvColumns, data.comissoes, csvFormats);
        return replyWithFile(reply, { content: await statementAsPdf(call, data), type: 'application/pdf', fileName });
      } finally {
        free?.();
      }
    },
  );
};
