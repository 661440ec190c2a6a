import { csvType } from '@representa/csv';
import { replyWithFile } from '@representa/exports';
import { type App, makeSlots, recordReply } from '@representa/service-kit';
import { todayOf } from '../today.ts';
import type { ReadStatement } from './read-statement.ts';
import { docs } from './statement.docs.schemas.ts';
import { statementRunning, statementsBusy } from './statement.errors.ts';
import { mostStatementRows, pdfLimits, statementQuery, statementRecord } from './statement.schemas.ts';
import { statementAsCsv } from './statement-csv.ts';
import { statementAsPdf } from './statement-pdf.ts';

interface Dependencies {
  readStatement: ReadStatement;
  now: () => Date;
}

export const statementRoutes = (app: App, { readStatement, now }: Dependencies): void => {
  const takeSlot = makeSlots(pdfLimits, { ofCompany: statementRunning, all: statementsBusy });
  app.get(
    '/api/v1/commissions/statement',
    {
      schema: { querystring: statementQuery, response: { 200: recordReply(statementRecord) } },
      config: { docs: docs.readCommissionStatement },
    },
    async ({ call, query }, reply) => {
      const free = query.formato === 'pdf' ? takeSlot(call.empresa_id) : undefined;
      try {
        const today = todayOf(call, now());
        const { representada_id, mes = today.slice(0, 7) } = query;
        const data = await readStatement(call, today, { representada_id, mes }, mostStatementRows[query.formato]);
        if (query.formato === 'json') return { success: true as const, data };
        const isPdf = query.formato === 'pdf';
        return replyWithFile(reply, {
          content: isPdf ? await statementAsPdf(call, data) : Buffer.from(statementAsCsv(data)),
          type: isPdf ? 'application/pdf' : csvType,
          fileName: `comissoes-${mes}.${query.formato}`,
        });
      } finally {
        free?.();
      }
    },
  );
};
