import { fileURLToPath } from 'node:url';
import type { ProcessName } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres, migrate, readSqlNames, waitForDatabase } from '@representa/postgres';
import { makeLogger, startTelemetry } from '@representa/telemetry';
import type { App } from '../server/server.ts';
import type { ServiceDependencies } from '../server/service.ts';
import { type ProcessConfig, readMigrateUrl } from './config.ts';
import { run } from './run.ts';

/**
 * Starts telemetry and connects a process to what it needs. `sqlFolder`: `dist/sql`, where esbuild.config.mjs copies the migrations
 * and functions of this build.
 */
export const connectProcess = async (
  name: ProcessName,
  config: ProcessConfig,
  sqlFolder: URL,
  telemetry?: Parameters<typeof startTelemetry>[1],
) => {
  const stopTelemetry = await startTelemetry(name, telemetry);
  const log = makeLogger(name, config.LOG_LEVEL);
  const database = connectPostgres({
    url: config.DATABASE_URL,
    schema: name,
    connections: config.DATABASE_CONNECTIONS,
    statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
    log,
  });
  const messaging = connectMessaging({
    url: config.NATS_URL,
    process: name,
    log,
    // A second with the usual REQUEST_TIMEOUT_MS.
    maxAnswerMs: Math.max(1_000, config.REQUEST_TIMEOUT_MS / 4),
  });
  const sqlNames = await readSqlNames(sqlFolder, name);
  return { stopTelemetry, log, database, messaging, sqlNames };
};

/** Connects a service and serves it until the process is told to stop. */
export const runService = async (
  name: ProcessName,
  config: ProcessConfig,
  makeApp: (dependencies: ServiceDependencies) => App,
  sqlFolder: URL,
): Promise<void> => {
  const { stopTelemetry, ...connected } = await connectProcess(name, config, sqlFolder);
  await run({ app: makeApp({ config, ...connected }), log: connected.log, config, stopTelemetry });
};

/** The command `migrate` of every process. The build puts the SQL beside it, in `dist/sql`. */
export const runMigrations = async (schema: string, directory: URL): Promise<void> => {
  const url = readMigrateUrl();
  const print = (line: string): void => void process.stdout.write(`${schema}: ${line}\n`);
  await waitForDatabase({ url, schema, onWaiting: print });
  const applied = await migrate({
    url,
    schema,
    directory: fileURLToPath(directory),
    onApplied: (name) => print(`applied ${name}`),
    onWaiting: print,
  });
  if (applied.length === 0) print('nothing to do');
};
