import type { OutsideServers } from './config.ts';
import { type NatsAddress, type NatsServer, startNats } from './nats.ts';
import { outsideNats, outsidePostgres, outsideRedis } from './outside.ts';
import { type PostgresAddress, type PostgresServer, startPostgres } from './postgres.ts';
import { type RedisAddress, type RedisServer, startRedis } from './redis.ts';
import { loadSecrets } from './secrets.ts';
import type { ServerOptions } from './server.ts';
import { openStackFolder } from './stack-folder.ts';

/** All that the processes need to know to find the servers. */
export interface Addresses {
  postgres: PostgresAddress;
  nats: NatsAddress;
  redis: RedisAddress;
  gatewaySecret: string;
}

export interface Servers extends Addresses {
  postgres: PostgresServer;
  nats: NatsServer;
  redis: RedisServer;
  stop(): Promise<void>;
}

export interface ServersOptions extends Omit<ServerOptions, 'port'>, Partial<OutsideServers> {
  /** Lets a caller show how each is getting on. */
  follow?: <T>(name: string, starting: Promise<T>) => Promise<T>;
}

/** Starts all three at once. One that is given by its address runs elsewhere and is only looked for. */
export const startServers = async (options: ServersOptions = {}): Promise<Servers> => {
  const { path: dataDir } = openStackFolder(options.dataDir);
  const { gatewaySecret } = loadSecrets(dataDir);
  const { postgres, nats, redis, follow = (_name, starting) => starting, ...rest } = options;
  const own = { ...rest, dataDir };
  const starting = [
    follow('PostgreSQL', postgres ? outsidePostgres(postgres, dataDir) : startPostgres(own)),
    follow('NATS', nats ? outsideNats(nats, dataDir) : startNats(own)),
    follow('Redis', redis ? outsideRedis(redis) : startRedis(own)),
  ] as const;
  const stop = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(starting);
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
  };
  try {
    const started = await Promise.all(starting);
    return { postgres: started[0], nats: started[1], redis: started[2], gatewaySecret, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
