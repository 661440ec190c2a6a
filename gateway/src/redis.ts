import type { Trace } from '@representa/contracts';
import { attributeNames, type Log, makeDependencyLog, observed, type Work } from '@representa/telemetry';
import { Redis } from 'ioredis';

/**
 * Redis only saves work: whatever it does not answer at once is found elsewhere. So a command never waits for a
 * connection (by default it would, for over a minute), and the connection is sought for ever.
 */
export const connectRedis = (url: string, log: Log, commandTimeout = 250): Redis => {
  const redis = new Redis(url, {
    connectionName: 'gateway',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  const { host = '', port = 0 } = redis.options;
  const dependency = makeDependencyLog(log, 'Redis', `${host}:${port}`);
  redis.on('error', dependency.failed);
  // The connection is made also with a password that is refused.
  redis.on('ready', () => redis.ping().then(dependency.worked, dependency.failed));
  return redis;
};

/** Runs a command in a span of its own. When several requests wait for one command, only the first has a span of it. */
export const observeCommand = <Result>(
  { options }: Redis,
  trace: Trace,
  command: 'GET' | 'SET' | 'DEL' | 'EVALSHA',
  run: () => Promise<Result>,
): Promise<Result> => {
  const describe = (): Work => ({
    duration: 'db.client.operation.duration',
    name: command,
    attributes: {
      [attributeNames.dbSystem]: 'redis',
      [attributeNames.dbNamespace]: String(options.db ?? 0),
      [attributeNames.dbOperation]: command,
      [attributeNames.dbSummary]: command,
      [attributeNames.serverAddress]: options.host ?? '',
      [attributeNames.serverPort]: options.port ?? 0,
    },
  });
  return observed(trace, describe, run);
};
