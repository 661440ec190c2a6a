import { loadSecrets } from '../data-folder/secrets.ts';
import { somethingListens } from '../ports/probe.ts';
import { StackProblem } from '../problem.ts';
import type { NatsServer } from './nats.ts';
import type { PostgresServer } from './postgres.ts';
import type { RedisServer } from './redis.ts';
import type { Server } from './server.ts';

/** A server that runs elsewhere. Checks that it accepts connections; never starts or stops it. */
const findExternal = async (name: string, variable: string, url: string, defaultPort: number): Promise<Server> => {
  const hosts = url.split(',').map((host) => new URL(host));
  const listening = hosts.map(({ hostname, port }) =>
    somethingListens(Number(port) || defaultPort, withoutBrackets(hostname)),
  );
  if (!(await Promise.all(listening)).includes(true)) {
    const where = hosts.map(({ hostname, port }) => `${hostname}:${port || defaultPort}`).join(', ');
    throw new StackProblem(
      `${variable} names ${where}, where nothing answers: start ${name} there, or unset ${variable}.`,
    );
  }
  const doNothing = async (): Promise<void> => {};
  return {
    name,
    port: Number(hosts[0]?.port) || defaultPort,
    pid: () => undefined,
    start: doNothing,
    stop: doNothing,
    restart: doNothing,
    kill: doNothing,
    onUnexpectedEnd: () => {},
  };
};

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

export const externalPostgres = async (url: string, dataDir: string): Promise<PostgresServer> => ({
  ...(await findExternal('PostgreSQL', 'DATABASE_URL', url, 5432)),
  url,
  rolePasswords: loadSecrets(dataDir).roles,
});

/** All processes use the given address, with the user that it names: the server's users are not ours to manage. */
export const externalNats = async (url: string): Promise<NatsServer> => ({
  ...(await findExternal('NATS', 'NATS_URL', url, 4222)),
  urlFor: () => url,
});

export const externalRedis = async (url: string): Promise<RedisServer> => ({
  ...(await findExternal('Redis', 'REDIS_URL', url, 6379)),
  url,
});
