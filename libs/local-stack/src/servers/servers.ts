import { rmSync } from 'node:fs';
import type { ExternalServers } from '../config.ts';
import { openStackFolder } from '../data-folder/data-folder.ts';
import { loadSecrets } from '../data-folder/secrets.ts';
import { somethingListens } from '../ports/probe.ts';
import { StackProblem } from '../problem.ts';
import { type NatsServer, startNats } from './nats.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import type { Server, ServerOptions } from './server.ts';

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

export interface ServersOptions extends Omit<ServerOptions, 'port'>, Partial<ExternalServers> {
  ports?: Record<'postgres' | 'nats' | 'redis', number> | undefined;
  logStatements?: boolean;
  /** Of PostgreSQL; see there. */
  fsync?: boolean;
  /** Lets a caller show the progress of each server. */
  follow?: <T>(name: string, starting: Promise<T>) => Promise<T>;
}

/** Starts all three at once, except those whose address is given. */
export const startServers = async (options: ServersOptions = {}): Promise<Servers> => {
  const { path: dataDir, throwAway } = openStackFolder(options.dataDir);
  const { gatewaySecret, roles: rolePasswords } = loadSecrets(dataDir);
  const { postgres, nats, redis, ports, follow = (_name, starting) => starting, ...rest } = options;
  const own = (name: 'postgres' | 'nats' | 'redis') => ({ ...rest, dataDir, port: ports?.[name] });
  const starting = [
    follow(
      'PostgreSQL',
      postgres
        ? external('PostgreSQL', 'DATABASE_URL', postgres, 5432).then((server) => ({ ...server, rolePasswords }))
        : startPostgres(own('postgres')),
    ),
    follow('NATS', nats ? external('NATS', 'NATS_URL', nats, 4222) : startNats(own('nats'))),
    follow('Redis', redis ? external('Redis', 'REDIS_URL', redis, 6379) : startRedis(own('redis'))),
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

/**
 * A server that runs elsewhere. Checks that it accepts connections; never starts or stops it. All processes use the given
 * address, with the user that it names.
 */
const external = async (name: string, variable: string, url: string, defaultPort: number) => {
  const hosts = url.split(',').map((host) => new URL(host));
  const ports = hosts.map(({ port }) => Number(port) || defaultPort);
  // An IPv6 address is in brackets.
  const listening = hosts.map(({ hostname }, i) =>
    somethingListens(ports[i] ?? defaultPort, hostname.replace(/^\[|\]$/g, '')),
  );
  if (!(await Promise.all(listening)).includes(true)) {
    const where = hosts.map(({ hostname }, i) => `${hostname}:${ports[i]}`).join(', ');
    throw new StackProblem(
      `${variable} names ${where}, where nothing answers: start ${name} there, or unset ${variable}.`,
    );
  }
  const doNothing = async (): Promise<void> => {};
  const methods = { start: doNothing, stop: doNothing, restart: doNothing, kill: doNothing, onUnexpectedEnd: () => {} };
  const server: Server = { name, port: ports[0] ?? defaultPort, pid: () => undefined, ...methods };
  return { ...server, url, urlFor: () => url };
};
