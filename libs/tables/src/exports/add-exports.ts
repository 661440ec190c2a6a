import { limits } from '@representa/queues';
import type { App } from '@representa/service-kit';
import type { OperationDocs } from '@representa/service-kit/openapi';
import { makeTakeSlot } from '@representa/service-kit/process';
import type { z } from 'zod';
import { type Exportable, type ExportRecords, makeExportRecords } from './export-records.ts';
import { exportsBusy, exportsRunning } from './exports.errors.ts';
import type { Format } from './exports.schemas.ts';
import { replyWithFile } from './reply-with-file.ts';

/** The exports of a service share their slots. Returns how to make the export of a resource. */
export const makeExports = () => {
  const takeSlot = makeTakeSlot('export', limits.export, { company: exportsRunning, all: exportsBusy });
  return <Selected, Schema extends z.ZodObject>(exportable: Exportable<Selected, Schema>): ExportRecords<Selected> =>
    makeExportRecords(exportable, takeSlot);
};

interface ExportRoute<Selected> {
  querystring: z.ZodType<Selected & { formato: Format }>;
  docs: OperationDocs;
  exportRecords: ExportRecords<Selected>;
}

export const addExportRoute = <Selected>(
  app: App,
  url: string,
  { querystring, docs, exportRecords }: ExportRoute<Selected>,
): void => {
  app.get(url, { schema: { querystring }, config: { docs } }, async ({ call, query }, reply) => {
    const selected = query as Selected & { formato: Format };
    return replyWithFile(reply, await exportRecords(call, selected, selected.formato));
  });
};
