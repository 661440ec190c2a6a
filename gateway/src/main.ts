import { connectMessaging } from '@representa/messaging';
import { connectPostgres } from '@representa/postgres';
import { run } from '@representa/service-kit';
import { makeLogger, startTelemetry } from '@representa/telemetry';
import { makeApps } from './app.ts';
import { readConfig } from './config.ts';
import { connectRedis } from './redis.ts';

const config = readConfig();
const stopTelemetry = await startTelemetry('gateway', { trustsCaller: false });
const log = makeLogger('gateway', config.LOG_LEVEL);
const sql = connectPostgres({
  url: config.DATABASE_URL,
  schema: 'gateway',
  connections: config.DATABASE_CONNECTIONS,
  statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
});
const messaging = connectMessaging({ url: config.NATS_URL, process: 'gateway', log });
const redis = connectRedis(config.REDIS_URL, log);

const { app, admin } = makeApps({ config, sql, messaging, redis, log });
await admin?.listen({ host: config.ADMIN_HOST, port: config.ADMIN_PORT });
await run({ app, log, config, stopTelemetry });
