import { connectPostgres } from '@representa/postgres';
import { run } from '@representa/service-kit/process';
import { makeLogger } from '@representa/telemetry';
import { connectRedis } from '../../../gateway/src/redis.ts';
import { makeApp } from './app.ts';
import { readConfig } from './config.ts';

const config = readConfig();
const log = makeLogger('baseline', config.LOG_LEVEL);
const database = connectPostgres({
  url: config.DATABASE_URL,
  schema: 'baseline',
  connections: config.DATABASE_CONNECTIONS,
  statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
});
const redis = connectRedis(config.REDIS_URL, log);

await run({ app: makeApp({ config, database, redis, log }), log, config });
