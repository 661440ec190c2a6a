import { randomUUID } from 'node:crypto';
import { connectMessaging } from '@representa/messaging';
import { connectPostgres, type Database, sql } from '@representa/postgres';
import type { App } from '@representa/service-kit';
import { type TestStack, testSecret } from '@representa/testing';
import { pino } from 'pino';
import type { Row } from 'postgres';
import { makeAccounts } from '../src/accounts.ts';
import { makeApps } from '../src/app.ts';
import { actOfCommand } from '../src/audit/act.ts';
import { type ApiKey, newApiKey } from '../src/authentication/api-key.ts';
import type { InvalidateKeys } from '../src/authentication/invalidate-keys.ts';
import { type Commands, makeCommands } from '../src/command/commands.ts';
import type { LoadIndex } from '../src/command/inflation-index.ts';
import type { MoveRegister } from '../src/command/move-register.ts';
import type { VerifyAudit } from '../src/command/verify-audit.ts';
import { type CommandConfig, type Config, environment } from '../src/config.ts';
import { type EmpresasRepository, makeEmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { makeKeysRepository } from '../src/keys/keys.repository.ts';
import type { Scope } from '../src/keys/keys.schemas.ts';
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
    RATE_LIMIT: '0',
  }),
  ...changes,
});

export interface Gateway {
  app: App;
  url: string;
  port: number;
  /** Undefined without ADMIN_TOKEN. */
  admin: App | undefined;
  adminPort: number | undefined;
  /** What it logged, as JSON lines. */
  lines: string[];
  /** How many keys it looked up in PostgreSQL. */
  lookups(): number;
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
  const { database, count } = counting(
    connectPostgres({
      url: config.DATABASE_URL,
      schema: 'gateway',
      connections: config.DATABASE_CONNECTIONS,
      statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
      log,
    }),
  );
  const messaging = connectMessaging({ url: config.NATS_URL, process: 'gateway', log });
  const redis = connectRedis(config.REDIS_URL, log);
  const { app, admin } = makeApps({ config, log, database, messaging, redis, ...(sqlNames && { sqlNames }) });
  const adminUrl = await admin?.listen({ host: config.ADMIN_HOST, port: 0 });
  const url = await app.listen({ host: config.HOST, port: config.PORT });
  return {
    app,
    admin,
    url,
    port: Number(new URL(url).port),
    adminPort: adminUrl ? Number(new URL(adminUrl).port) : undefined,
    lines,
    lookups: count,
    close: () => app.close(),
  };
};

/** As the command connects. */
export const openDatabase = (url: string, connections = 1): Database =>
  connectPostgres({ url, schema: 'gateway', connections, statementTimeoutMs: 10_000 });

/** For statements of tests: query(database)`select 1` */
export const query =
  (database: Database) =>
  <Rows extends readonly object[] = Row[]>(...statement: Parameters<typeof sql<Rows>>): Promise<Rows> =>
    database.within(testCall(), sql<Rows>(...statement));

const counting = (database: Database): { database: Database; count: () => number } => {
  let lookups = 0;
  const within: Database['within'] = (call, statement, sending) => {
    if (statement.texts.join().includes('where hash = ')) lookups++;
    return database.within(call, statement, sending);
  };
  return { database: { ...database, within }, count: () => lookups };
};

export interface TestEmpresa {
  id: string;
  key: string;
  hash: string;
  /** Of its key. */
  key_id: string;
}

export const testCall = () => actOfCommand(10_000);

export const createEmpresa = async (empresas: EmpresasRepository): Promise<TestEmpresa> => {
  const key = newApiKey();
  const { id, primeira_chave } = await empresas.create(testCall(), { nome: `Empresa ${randomUUID()}` }, key, 'Teste');
  return { id, key: key.text, hash: key.hash, key_id: primeira_chave.id };
};

/** A further key for a company. */
export const addKey = async (
  database: Database,
  empresa_id: string,
  escopo: Scope = 'write',
  expira_em: string | null = null,
): Promise<ApiKey & { id: string }> => {
  const key = newApiKey();
  const issued = await makeKeysRepository(database).issue(testCall(), empresa_id, key, {
    rotulo: 'x',
    escopo,
    expira_em,
  });
  return { ...key, ...issued };
};

/** The command's functions, with an `invalidateKeys` of the test. */
export const makeTestCommands = (
  database: Database,
  invalidateKeys: InvalidateKeys,
  NODE_ENV: CommandConfig['NODE_ENV'] = 'test',
  verifyAudit: VerifyAudit = async () => [],
  loadIndex: LoadIndex = async (_nome, meses) => ({ meses: meses.length }),
  moveRegister: MoveRegister = async () => [],
): Commands =>
  makeCommands({
    ...makeAccounts(database, invalidateKeys),
    invalidateKeys,
    verifyAudit,
    loadIndex,
    moveRegister,
    config: { NODE_ENV },
  });

export const openEmpresas = (stack: Addresses): { empresas: EmpresasRepository; database: Database } => {
  const database = openDatabase(stack.databaseUrl('gateway'));
  return { empresas: makeEmpresasRepository(database), database };
};
