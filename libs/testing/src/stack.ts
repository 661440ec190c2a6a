import { randomUUID } from 'node:crypto';
import type { ProcessName } from '@representa/contracts';
import {
  type Addresses,
  type NatsServer,
  type RedisServer,
  roleUrl,
  startNats,
  startRedis,
} from '@representa/local-stack';
import postgres from 'postgres';
import { inject } from 'vitest';
import { testSecret } from './requests.ts';
import { until } from './until.ts';

export interface TestDatabase extends Pick<Addresses, 'postgres'> {
  /** The administrator's address, for tests that read or change the database directly. */
  adminUrl: string;
  databaseUrl(role: ProcessName): string;
  stop(): Promise<void>;
}

/** To create and drop databases. The database in `url` is the template of all others: a connection to it delays every copy. */
export const maintenanceUrl = (url: string): string => {
  const address = new URL(url);
  address.pathname = '/postgres';
  return address.href;
};

/** A database can be copied only while no one is connected to it. Another file's connection ends soon. */
const isOnlyInUse = (error: unknown): false => {
  if (error instanceof postgres.PostgresError && error.code === '55006') return false;
  throw error;
};

/** Creates a migrated database for one test file, on the PostgreSQL that all files share. */
export const startTestDatabase = async (): Promise<TestDatabase> => {
  const server = inject('postgres');
  const template = new URL(server.url).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = postgres(maintenanceUrl(server.url), { max: 1, onnotice: () => {} });
  await until(
    'the template is copied',
    () => admin.unsafe(`create database ${name} template ${template}`).then(() => true, isOnlyInUse),
    30_000,
  );
  const own = new URL(server.url);
  own.pathname = `/${name}`;
  const address = { url: own.href, rolePasswords: server.rolePasswords };
  return {
    postgres: address,
    adminUrl: own.href,
    databaseUrl: (role) => roleUrl(address, role),
    stop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end({ timeout: 5 });
    },
  };
};

/** What a service needs. */
export interface ServiceStack extends TestDatabase {
  natsUrl(user: ProcessName): string;
  nats: NatsServer;
}

/** Starts a database and NATS for one test file, which may stop and restart NATS. */
export const startServiceStack = async (): Promise<ServiceStack> => {
  const [database, nats] = await Promise.all([startTestDatabase(), startNats()]);
  return {
    ...database,
    nats,
    natsUrl: nats.urlFor,
    stop: async () => {
      await nats.stop();
      await database.stop();
    },
  };
};

/** Also the addresses that processes are started with. */
export interface TestStack extends ServiceStack, Addresses {
  nats: NatsServer;
  redis: RedisServer;
  redisUrl: string;
}

/** Starts a database, NATS and Redis for one test file, which may stop and restart NATS and Redis. */
export const startTestStack = async (): Promise<TestStack> => {
  const [service, redis] = await Promise.all([startServiceStack(), startRedis()]);
  return {
    ...service,
    redis,
    redisUrl: redis.url,
    gatewaySecret: testSecret,
    stop: async () => {
      await Promise.all([service.stop(), redis.stop()]);
    },
  };
};
