import { randomUUID } from 'node:crypto';
import type { ProcessName } from '@representa/contracts';
import { type NatsServer, type RedisServer, roleUrl, startNats, startRedis } from '@representa/local-stack';
import postgres from 'postgres';
import { inject } from 'vitest';

export interface TestDatabase {
  /** The administrator's address, for tests that look behind the scenes. */
  adminUrl: string;
  databaseUrl(role: ProcessName): string;
  stop(): Promise<void>;
}

/** A migrated database of the test file's own, on the PostgreSQL that all files share. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const server = inject('postgres');
  const template = new URL(server.url).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const maintenance = new URL(server.url);
  maintenance.pathname = '/postgres';
  const admin = postgres(maintenance.href, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template ${template}`);
  const own = new URL(server.url);
  own.pathname = `/${name}`;
  return {
    adminUrl: own.href,
    databaseUrl: (role) => roleUrl({ url: own.href, rolePasswords: server.rolePasswords }, role),
    stop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
};

export interface TestStack extends TestDatabase {
  natsUrl(user: ProcessName): string;
  nats: NatsServer;
  redis: RedisServer;
  redisUrl: string;
}

/** Database, NATS and Redis of the test file's own: it may stop and restart the last two as it likes. */
export const startTestStack = async (): Promise<TestStack> => {
  const [database, nats, redis] = await Promise.all([startTestDatabase(), startNats(), startRedis()]);
  return {
    ...database,
    nats,
    natsUrl: nats.urlFor,
    redis,
    redisUrl: redis.url,
    stop: async () => {
      await Promise.all([nats.stop(), redis.stop()]);
      await database.stop();
    },
  };
};
