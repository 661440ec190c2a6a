import { rmSync } from 'node:fs';
import type { ExternalServers } from '../config.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { openStackFolder } from '../data-folder/stack-folder.ts';
import { externalNats, externalPostgres, externalRedis } from './external-servers.ts';
import { type NatsServer, startNats } from './nats.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import type { ServerOptions } from './server.ts';

/** What the processes need to connect to the servers. */
export interface Addresses {
  postgres: Pick<PostgresServer, 'url' | 'rolePasswords'>;
  nats: Pick<NatsServer, 'urlFor'>;
  redis: Pick<RedisServer, 'url'>;
  gatewaySecret: string;
}

export interface Servers extends Addresses {
  postgres: PostgresServer;
  nats: NatsServer;
  redis: RedisServer;
  stop(): Promise<void>;
}

interface ServersOptions extends Omit<ServerOptions, 'port'>, Partial<ExternalServers> {
  /** Lets a caller show the progress of each server. */
  follow?: <T>(name: string, starting: Promise<T>) => Promise<T>;
}

/** Starts all three at once, except those whose address is given. */
export const startServers = async (options: ServersOptions = {}): Promise<Servers> => {
  const { path: dataDir, throwAway } = openStackFolder(options.dataDir);
  const { gatewaySecret } = loadSecrets(dataDir);
  const { postgres, nats, redis, follow = (_name, starting) => starting, ...rest } = options;
  const own = { ...rest, dataDir };
  const starting = [
    follow('PostgreSQL', postgres ? externalPostgres(postgres, dataDir) : startPostgres(own)),
    follow('NATS', nats ? externalNats(nats) : startNats(own)),
    follow('Redis', redis ? externalRedis(redis) : startRedis(own)),
  ] as const;
  const stop = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(starting);
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
    if (throwAway) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const started = await Promise.all(starting);
    return { postgres: started[0], nats: started[1], redis: started[2], gatewaySecret, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
