import { importLimits } from '@representa/contracts';
import type { Database } from '@representa/postgres';
import {
  allowLongUpload,
  bodyTypeError,
  endLongUpload,
  importRunning,
  importsBusy,
  makeSlots,
  startSweeper,
} from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { makeImportFile } from './import-file.ts';
import { makeStagedRows } from './staged-rows.repository.ts';

/** Of the routes that take a file. Its body is handed to the handler as a stream. Repeating a file changes nothing more. */
export const importConfig = { bodyType: 'text/csv', timeLimitMs: importLimits.timeMs, isRepeatable: true } as const;

const aMinuteMs = 60_000;

/** The imports of a service. Returns how to make the import of a resource. */
export const addImports = (app: FastifyInstance, sql: Database, log: Pick<Logger, 'warn'>) => {
  app.addContentTypeParser('text/csv', (request, body, done) => {
    const wrongType = bodyTypeError(request, 'text/csv');
    if (wrongType) return done(wrongType);
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
