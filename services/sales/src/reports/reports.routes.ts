import { type App, recordReply } from '@representa/service-kit';
import { onReply, type TakeSlot } from '@representa/service-kit/process';
import { type Cell, money, replyWithCsv } from '@representa/tables';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { todayOf } from '../today.ts';
import type { ReportByProduct } from './report-by-product.ts';
import type { ReportByState } from './report-by-state.ts';
import { docs } from './reports.docs.schemas.ts';
import { clientsReportTooLong, salesReportTooLong } from './reports.errors.ts';
import type { ReportsRepository } from './reports.repository.ts';
import { clientsReportQuery, clientsReportRow, maxRows, salesReportQuery, salesReportRow } from './reports.schemas.ts';

interface Dependencies {
  reports: ReportsRepository;
  reportByProduct: ReportByProduct;
  reportByState: ReportByState;
  takeSlot: TakeSlot;
  now: () => Date;
}

const formats = { total: money, media: money, comissao: money, total_cancelado: money, total_12_meses: money };

/** As JSON, or as a CSV file with the columns of the schema. */
const answer = <Row extends Record<string, Cell>>(
  reply: FastifyReply,
  formato: 'json' | 'csv',
  record: z.ZodObject,
  data: Row[],
) => {
  if (formato === 'json') return { success: true as const, data };
  return replyWithCsv(reply, 'relatorio.csv', Object.keys(record.shape), data, formats);
};

export const reportsRoutes = (
  app: App,
  { reports, reportByProduct, reportByState, takeSlot, now }: Dependencies,
): void => {
  app.get(
    '/api/v1/reports/sales',
    {
      schema: { querystring: salesReportQuery, response: { 200: recordReply(z.array(salesReportRow)) } },
      config: { docs: docs.reportSales },
    },
    async ({ call, query: { por, ...query } }, reply) => {
      onReply(reply, takeSlot(call.empresa_id));
      if (por === 'produto') return answer(reply, query.formato, salesReportRow, await reportByProduct(call, query));
      const rows = await (por === 'estado'
        ? reportByState(call, query)
        : reports.sales(call, { por, ...query }, maxRows + 1));
      if (rows.length > maxRows) throw salesReportTooLong(maxRows);
      return answer(reply, query.formato, salesReportRow.omit({ produto_nome: true }), rows);
    },
  );

  app.get(
    '/api/v1/reports/clients',
    {
      schema: { querystring: clientsReportQuery, response: { 200: recordReply(z.array(clientsReportRow)) } },
      config: { docs: docs.reportClients },
    },
    async ({ call, query }, reply) => {
      onReply(reply, takeSlot(call.empresa_id));
      const rows = await reports.clients(call, todayOf(call, now()), query.sem_compra_ha, maxRows + 1);
      if (rows.length > maxRows) throw clientsReportTooLong(maxRows);
      return answer(reply, query.formato, clientsReportRow, rows);
    },
  );
};
