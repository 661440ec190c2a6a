import type { ProcessName } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres, readSqlNames } from '@representa/postgres';
import { makeLogger, startTelemetry } from '@representa/telemetry';
import type { z } from 'zod';
import type { baseEnvironment } from './config.ts';
import { run } from './run.ts';
import type { App } from './server.ts';
import type { ServiceDependencies } from './service.ts';

/**
 * Connects a service to what it needs and serves it until the process is told to stop. `sqlFolder` has the migrations that
 * it was built with.
 */
export const runService = async (
  name: ProcessName,
  config: z.output<typeof baseEnvironment>,
  makeApp: (dependencies: ServiceDependencies) => App,
  sqlFolder: URL,
): Promise<void> => {
  const stopTelemetry = await startTelemetry(name);
  const log = makeLogger(name, config.LOG_LEVEL);
  const sql = connectPostgres({
    url: config.DATABASE_URL,
    schema: name,
    connections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
    log,
  });
  const messaging = connectMessaging({ url: config.NATS_URL, process: name, log });
  const sqlNames = await readSqlNames(sqlFolder, name);
  await run({ app: makeApp({ config, sql, messaging, sqlNames, log }), log, config, stopTelemetry });
};
