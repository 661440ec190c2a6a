import { exportLimits } from '@representa/contracts';
import { exportsBusy, exportsRunning, makeSlots } from '@representa/service-kit';
import type { FastifyReply } from 'fastify';
import { type Exportable, type ExportedFile, type ExportRecords, makeExportRecords } from './export-records.ts';

/** Of the routes that answer with a file. */
export const exportConfig = { timeLimitMs: exportLimits.timeMs } as const;

/** The exports of a service share their slots. Returns how to make the export of a resource. */
export const makeExports = () => {
  const takeSlot = makeSlots(exportLimits, { ofCompany: exportsRunning, all: exportsBusy });
  return <Selected, Row extends Partial<Record<string, unknown>>>(
    exportable: Exportable<Selected, Row>,
  ): ExportRecords<Selected> => makeExportRecords(exportable, takeSlot);
};

export const replyWithFile = (reply: FastifyReply, { stream, type, fileName }: ExportedFile): FastifyReply =>
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(stream);
