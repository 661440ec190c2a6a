import type { Logger } from '@representa/telemetry';
import { Redis } from 'ioredis';

/**
 * Redis only saves work: whatever it does not answer at once is found elsewhere. So a command never waits for a
 * connection (by default it would, for over a minute), and the connection is sought for ever.
 */
export const connectRedis = (url: string, log: Pick<Logger, 'warn' | 'info'>, commandTimeout = 250): Redis => {
  const redis = new Redis(url, {
    connectionName: 'gateway',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  let away = false;
  redis.on('error', (err) => {
    if (!away) log.warn({ err }, 'Redis is away; keys are looked up without it');
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.info({}, 'Redis is back');
    away = false;
  });
  return redis;
};
