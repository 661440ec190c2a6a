import type { NatsServer } from './nats.ts';
import type { PostgresServer } from './postgres.ts';
import { somethingListens } from './probe.ts';
import { StackProblem } from './problem.ts';
import type { RedisServer } from './redis.ts';
import { loadSecrets } from './secrets.ts';
import type { Server } from './server.ts';

/** A server that somebody else runs: it is looked for, and neither started nor stopped. */
const findOutside = async (name: string, variable: string, url: string, usualPort: number): Promise<Server> => {
  const hosts = url.split(',').map((host) => new URL(host));
  const listening = hosts.map(({ hostname, port }) => somethingListens(Number(port) || usualPort, bare(hostname)));
  if (!(await Promise.all(listening)).includes(true)) {
    const where = hosts.map(({ hostname, port }) => `${hostname}:${port || usualPort}`).join(', ');
    throw new StackProblem(
      `${variable} names ${where}, where nothing answers: start ${name} there, or unset ${variable}.`,
    );
  }
  const nothing = async (): Promise<void> => {};
  return {
    name,
    port: Number(hosts[0]?.port) || usualPort,
    pid: () => undefined,
    start: nothing,
    stop: nothing,
    restart: nothing,
    kill: nothing,
    onUnexpectedEnd: () => {},
  };
};

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

export const outsidePostgres = async (url: string, dataDir: string): Promise<PostgresServer> => ({
  ...(await findOutside('PostgreSQL', 'DATABASE_URL', url, 5432)),
  url,
  rolePasswords: loadSecrets(dataDir).roles,
});

/** Its users are its owner's business: every process comes with the address as it was given. */
export const outsideNats = async (url: string, dataDir: string): Promise<NatsServer> => ({
  ...(await findOutside('NATS', 'NATS_URL', url, 4222)),
  url,
  credentials: loadSecrets(dataDir).nats,
  urlFor: () => url,
});

export const outsideRedis = async (url: string): Promise<RedisServer> => ({
  ...(await findOutside('Redis', 'REDIS_URL', url, 6379)),
  url,
});
