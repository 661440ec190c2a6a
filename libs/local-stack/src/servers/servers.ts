import type { ExternalServers } from '../config.ts';
import { loadSecrets, openDataFolder } from '../data-folder.ts';
import { somethingListens } from '../ports.ts';
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
  ports?: Record<'postgres' | 'nats' | 'redis', number>;
  logStatements?: boolean;
  /** Of PostgreSQL; see there. */
  fsync?: boolean;
  /** Lets a caller show the progress of each server. */
  follow?: <T>(name: string, starting: Promise<T>) => Promise<T>;
}

/** Starts all three at once, except those whose address is given. When one fails, the guard ends the others. */
export const startServers = async (options: ServersOptions = {}): Promise<Servers> => {
  const { ports, follow = (_name, starting) => starting, ...rest } = options;
  const dataDir = openDataFolder(options.dataDir);
  const { gatewaySecret, roles: rolePasswords } = loadSecrets(dataDir);
  const own = (name: 'postgres' | 'nats' | 'redis') => ({ ...rest, dataDir, port: ports?.[name] });
  const external = async (name: string, variable: string, url: string, defaultPort: number) => {
    const server = await findExternal(name, variable, url, defaultPort);
    return { ...server, url, urlFor: () => url, rolePasswords };
  };
  const [postgres, nats, redis] = await Promise.all([
    follow(
      'PostgreSQL',
      rest.postgres ? external('PostgreSQL', 'DATABASE_URL', rest.postgres, 5432) : startPostgres(own('postgres')),
    ),
    follow('NATS', rest.nats ? external('NATS', 'NATS_URL', rest.nats, 4222) : startNats(own('nats'))),
    follow('Redis', rest.redis ? external('Redis', 'REDIS_URL', rest.redis, 6379) : startRedis(own('redis'))),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([postgres.stop(), nats.stop(), redis.stop()]);
  };
  return { postgres, nats, redis, gatewaySecret, stop };
};

/** Checks that a server that runs elsewhere accepts connections; never starts or stops it. */
const findExternal = async (name: string, variable: string, url: string, defaultPort: number): Promise<Server> => {
  const hosts = url.split(',').map((one) => {
    const { hostname, port } = new URL(one);
    return { hostname, port: Number(port) || defaultPort };
  });
  // An IPv6 address is in brackets.
  const found = hosts.map(({ hostname, port }) => somethingListens(port, hostname.replace(/^\[|\]$/g, '')));
  if (!(await Promise.all(found)).includes(true)) {
    const where = hosts.map(({ hostname, port }) => `${hostname}:${port}`).join(', ');
    throw new StackProblem(
      `${variable} names ${where}, where nothing answers: start ${name} there, or unset ${variable}.`,
    );
  }
  const nothing = async (): Promise<void> => {};
  const methods = {
    start: nothing,
    stop: nothing,
    restart: nothing,
    kill: nothing,
    pid: () => undefined,
    onUnexpectedEnd: () => {},
  };
  return { name, port: hosts[0]?.port ?? defaultPort, ...methods };
};
