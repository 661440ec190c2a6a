import { connectProcess, run } from '@representa/service-kit/process';
import { makeApps } from './app.ts';
import { readConfig } from './config.ts';
import { connectRedis } from './redis.ts';

const config = readConfig();
const sqlFolder = new URL('./sql/', import.meta.url);
const { stopTelemetry, ...connected } = await connectProcess('gateway', config, sqlFolder, { trustsCaller: false });
const { log } = connected;
const redis = connectRedis(config.REDIS_URL, log);
const { app, admin } = makeApps({ config, redis, ...connected });
await admin?.listen({ host: config.ADMIN_HOST, port: config.ADMIN_PORT });
await run({ app, log, config, stopTelemetry });
