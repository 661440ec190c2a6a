import { randomUUID } from 'node:crypto';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres, type Database } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { type TestStack, testSecret } from '@representa/testing';
import { pino } from 'pino';
import { makeApp } from '../src/app.ts';
import { type Config, environment } from '../src/config.ts';
import { newApiKey } from '../src/empresas/api-key.ts';
import { type EmpresasRepository, makeEmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { connectRedis } from '../src/redis.ts';

type Addresses = Pick<TestStack, 'databaseUrl' | 'natsUrl' | 'redisUrl'>;

/** Nobody listens on port 1. */
const nowhere = 'http://127.0.0.1:1';

export const configFor = (stack: Addresses, changes: Partial<Config> = {}): Config => ({
  ...environment.parse({
    NODE_ENV: 'test',
    DATABASE_URL: stack.databaseUrl('gateway'),
    NATS_URL: stack.natsUrl('gateway'),
    REDIS_URL: stack.redisUrl,
    GATEWAY_SECRET: testSecret,
    SALES_URL: nowhere,
    CATALOG_URL: nowhere,
    CLIENTS_URL: nowhere,
  }),
  ...changes,
});

export interface Gateway {
  app: App;
  url: string;
  port: number;
  /** What it logged, as JSON lines. */
  lines: string[];
  /** How many statements it sent to PostgreSQL. */
  statements(): number;
  close(): Promise<void>;
}

export const startGateway = async (
  stack: Addresses,
  changes: Partial<Config> = {},
  sqlNames?: readonly string[],
): Promise<Gateway> => {
  const config = configFor(stack, changes);
  const lines: string[] = [];
  const log = pino(
    { level: config.LOG_LEVEL },
    { write: (text: string) => void lines.push(...text.trimEnd().split('\n')) },
  );
  const { sql, count } = counting(openDatabase(config.DATABASE_URL, config.DATABASE_CONNECTIONS, log));
  const messaging = connectMessaging({ url: config.NATS_URL, process: 'gateway', log });
  const redis = connectRedis(config.REDIS_URL, log);
  const app = makeApp({ config, log, sql, messaging, redis, ...(sqlNames && { sqlNames }) });
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  return { app, url, port: Number(new URL(url).port), lines, statements: count, close: () => app.close() };
};

export const openDatabase = (url: string, connections = 1, log?: Logger): Database =>
  connectPostgres({ url, schema: 'gateway', connections, statementTimeoutMs: 1_800, ...(log && { log }) });

const counting = (database: Database): { sql: Database; count: () => number } => {
  let statements = 0;
  const sql = new Proxy(database, {
    apply: (target, self, args) => {
      statements++;
      return Reflect.apply(target as never, self, args);
    },
  });
  return { sql, count: () => statements };
};

export interface TestEmpresa {
  id: string;
  key: string;
  hash: string;
}

export const createEmpresa = async (empresas: EmpresasRepository): Promise<TestEmpresa> => {
  const key = newApiKey();
  return { id: await empresas.create(`Empresa ${randomUUID()}`, key), key: key.text, hash: key.hash };
};

export const openEmpresas = (stack: Addresses): { empresas: EmpresasRepository; database: Database } => {
  const database = openDatabase(stack.databaseUrl('gateway'));
  return { empresas: makeEmpresasRepository(database), database };
};
