import { connectMessaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import { run } from '@representa/service-kit';
import { makeLogger, startTelemetry } from '@representa/telemetry';
import { makeApp } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig();
const stopTelemetry = await startTelemetry('catalog');
const log = makeLogger('catalog', config.LOG_LEVEL);
const sql = connectPostgres({
  url: config.DATABASE_URL,
  schema: 'catalog',
  connections: config.DATABASE_CONNECTIONS,
  statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
});
const messaging = connectMessaging({ url: config.NATS_URL, process: 'catalog', log });

await run({ app: makeApp({ config, sql, messaging, log }), log, config, stopTelemetry });
