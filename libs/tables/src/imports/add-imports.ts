import { importLimits } from '@representa/contracts';
import type { Database } from '@representa/postgres';
import { limits } from '@representa/queues';
import { type App, importRunning, importsBusy, recordReply } from '@representa/service-kit';
import type { OperationDocs } from '@representa/service-kit/openapi';
import {
  addSweeper,
  allowLongUpload,
  bodyTypeError,
  endLongUpload,
  makeTakeSlot,
} from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import { type ImportDefinition, type ImportFile, makeImportFile } from './import-file.ts';
import { importQuery, importResult } from './imports.schemas.ts';
import { makeStagedRows } from './staged-rows.repository.ts';

interface Dependencies {
  database: Database;
  log: Log;
}

const aMinuteMs = 60_000;

export type MakeImport = (definition: ImportDefinition) => ImportFile;

/** The imports of a service. Returns how to make the import of a resource. */
export const addImports = (app: App, { database, log }: Dependencies): MakeImport => {
  app.addContentTypeParser('text/csv', (request, body, done) => {
    const wrongType = bodyTypeError(request, 'text/csv');
    if (wrongType) return done(wrongType);
    const { socket } = request.raw;
    allowLongUpload(socket);
    body.once('close', () => endLongUpload(socket));
    done(null, body);
  });
  const stagedRows = makeStagedRows(database);
  addSweeper(app, { what: 'remove rows of old imports', everyMs: aMinuteMs, sweep: stagedRows.removeOld, log });
  const takeSlot = makeTakeSlot('import', limits.import, { company: importRunning, all: importsBusy });
  return (definition) => makeImportFile({ ...definition, stagedRows, takeSlot });
};

interface ImportRoute {
  docs: OperationDocs;
  importFile: ImportFile;
}

/** The handler gets the file as a stream, by the parser of `addImports`. */
export const addImportRoute = (app: App, url: string, { docs, importFile }: ImportRoute): void => {
  app.post(
    url,
    {
      schema: { querystring: importQuery, response: { 200: recordReply(importResult) } },
      // Repeating a file creates nothing twice.
      config: { bodyType: 'text/csv', timeLimitMs: importLimits.timeMs, ignoresIdempotencyKey: true, docs },
    },
    async ({ call, body, query }) => ({
      success: true as const,
      data: await importFile(call, body, query.simular),
    }),
  );
};
