import type { Trace } from '@representa/contracts';
import { attributeNames, type Log, makeDependencyLog, observed, type Work } from '@representa/telemetry';
import { Redis, ReplyError } from 'ioredis';

type Command = 'GET' | 'SET' | 'DEL' | 'EVALSHA';

export interface RedisConnection {
  readonly client: Redis;
  /**
   * False without a connection, and for a second after no answer: while Redis hangs, one request a second waits for the
   * timeout.
   */
  isReady(): boolean;
  /** Runs a command in a span of its own. When several requests wait for one command, only the first has a span of it. */
  run<Result>(trace: Trace, command: Command, send: () => Promise<Result>): Promise<Result>;
}

const pauseMs = 1_000;

/**
 * Redis only saves work: whatever it does not answer at once is found elsewhere. So a command never waits for a
 * connection (by default it would, for over a minute), and the connection is sought for ever.
 */
export const connectRedis = (url: string, log: Log, commandTimeout = 250): RedisConnection => {
  const client = new Redis(url, {
    connectionName: 'gateway',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  const { host = '', port = 0, db = 0 } = client.options;
  const dependency = makeDependencyLog(log, 'Redis', `${host}:${port}`);
  client.on('error', dependency.failed);
  // The connection is made also with a password that is refused.
  client.on('ready', () => client.ping().then(dependency.worked, dependency.failed));

  const describe = (command: Command): Work => ({
    duration: 'db.client.operation.duration',
    name: command,
    attributes: {
      [attributeNames.dbSystem]: 'redis',
      [attributeNames.dbNamespace]: String(db),
      [attributeNames.dbOperation]: command,
      [attributeNames.dbSummary]: command,
      [attributeNames.serverAddress]: host,
      [attributeNames.serverPort]: port,
    },
  });
  let pausedUntil = 0;
  return {
    client,
    isReady: () => client.status === 'ready' && performance.now() >= pausedUntil,
    run: async (trace, command, send) => {
      try {
        const result = await observed(trace, () => describe(command), send);
        dependency.worked();
        return result;
      } catch (error) {
        // An error that Redis replied is an answer: others may do better.
        if (!(error instanceof ReplyError)) {
          pausedUntil = performance.now() + pauseMs;
          dependency.failed(error);
        }
        throw error;
      }
    },
  };
};
