import { importLimits } from '@representa/contracts';
import type { Database } from '@representa/postgres';
import {
  allowLongUpload,
  endLongUpload,
  importRunning,
  importsBusy,
  makeSlots,
  startSweeper,
  unsupportedMediaType,
} from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { makeImportFile } from './import-file.ts';
import { makeStagedRows } from './staged-rows.repository.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a CSV file, handed to the handler as a stream. */
    takesCsv?: boolean;
  }
}

/** Of the routes that take a file. */
export const importConfig = { takesCsv: true, timeLimitMs: importLimits.timeMs } as const;

const aMinuteMs = 60_000;

/** The imports of a service. Returns how to make the import of a resource. */
export const addImports = (app: FastifyInstance, sql: Database, log: Pick<Logger, 'warn'>) => {
  app.addContentTypeParser('text/csv', (request, body, done) => {
    if (!request.routeOptions.config.takesCsv) return done(unsupportedMediaType());
    const { socket } = request.raw;
    allowLongUpload(socket);
    body.once('close', () => endLongUpload(socket));
    done(null, body);
  });
  const stagedRows = makeStagedRows(sql);
  const stopSweeper = startSweeper({
    what: 'rows of old imports',
    everyMs: aMinuteMs,
    removeSome: stagedRows.removeOld,
    log,
  });
  app.addHook('preClose', async () => stopSweeper());
  const takeSlot = makeSlots(importLimits, { ofCompany: importRunning, all: importsBusy });
  return (importable: Omit<Parameters<typeof makeImportFile>[0], 'stagedRows' | 'takeSlot'>) =>
    makeImportFile({ ...importable, stagedRows, takeSlot });
};
