import { join } from 'node:path';
import { idempotencyMigration } from '@representa/idempotency';
import {
  buildProcesses,
  endGuard,
  environmentOf,
  migrate,
  type Servers,
  type StackProcess,
  type StackProcesses,
  startProcess,
  startProcesses,
  startServers,
} from '@representa/local-stack';
import { migrate as migrateSchema, prepareDatabase } from '@representa/postgres';
import postgres from 'postgres';
import type { Schemas } from './fill/statements.ts';
import { type Nginx, startNginx } from './limits/nginx.ts';
import { type Proxies, startProxies } from './limits/proxies.ts';
import { type Generator, startGenerator } from './load/client.ts';
import { benchFolder, distFolder } from './paths.ts';
import { startTraced, type Traced } from './traced/traced.ts';
import type { Groups } from './usage.ts';

export interface FilledDatabase {
  /** The administrator's address. */
  url: string;
  schemas: Schemas;
  /** A script that says of each rule how many rows break it. */
  rulesFile: string;
}

export interface BenchStack {
  servers: Servers;
  processes: StackProcesses;
  baseline: StackProcess;
  traced: Traced;
  /** In front of sales; undefined where nginx is not installed. */
  nginx: Nginx | undefined;
  proxies: Proxies;
  generator: Generator;
  databases: { product: FilledDatabase; baseline: FilledDatabase };
  /** Whose CPU is counted: of the product and all beside it, of the proxies before a service that does nothing, of the traced product. */
  groups: Record<'product' | 'proxies' | 'traced', Groups>;
  nodeEnv: string;
  stop(): Promise<void>;
}

const nodeEnv = 'production';
const baselinePassword = 'baseline';
/** The best of 4, 6, 8, 12 and 16 for the baseline's own create and list. */
const baselineConnections = '8';

/** The product as in production (fsync on, logs on), the baseline beside it on the same servers, and who asks them. */
export const startStack = async (): Promise<BenchStack> => {
  await buildProcesses();
  const servers = await startServers();
  const stopping: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const stopOne of stopping.reverse()) await stopOne();
    await servers.stop();
    await endGuard();
  };
  try {
    await migrate(servers);
    const processes = await startProcesses(servers, { nodeEnv });
    stopping.push(() => processes.stop());
    const baselineUrl = await prepareBaseline(servers);
    const baseline = await startBaseline(servers, baselineUrl);
    stopping.push(() => baseline.stop());
    const nginx = await startNginx(processes.sales.port);
    stopping.push(() => nginx?.stop());
    const proxies = await startProxies(servers, nodeEnv);
    stopping.push(() => proxies.stop());
    const traced = await startTraced(servers, nodeEnv);
    stopping.push(() => traced.stop());
    const generator = startGenerator();
    stopping.push(() => generator.stop());
    const groups: Groups = {
      gateway: () => [processes.gateway.pid()],
      sales: () => [processes.sales.pid()],
      clients: () => [processes.clients.pid()],
      catalog: () => [processes.catalog.pid()],
      nats: () => [servers.nats.pid()],
      postgres: () => [servers.postgres.pid()],
      redis: () => [servers.redis.pid()],
      baseline: () => [baseline.pid()],
      nginx: () => [nginx?.pid],
      generator: () => [generator.pid],
    };
    return {
      servers,
      processes,
      baseline,
      traced,
      nginx,
      proxies,
      generator,
      nodeEnv,
      databases: {
        product: {
          url: servers.postgres.url,
          schemas: { gateway: 'gateway', clients: 'clients', catalog: 'catalog', sales: 'sales', hasRegister: true },
          rulesFile: join(benchFolder, '../../deploy/consistency.sql'),
        },
        baseline: {
          url: withoutUser(baselineUrl, servers.postgres.url),
          schemas: {
            gateway: 'baseline',
            clients: 'baseline',
            catalog: 'baseline',
            sales: 'baseline',
            hasRegister: false,
          },
          rulesFile: join(benchFolder, 'baseline/consistency.sql'),
        },
      },
      groups: {
        product: groups,
        proxies: { ...groups, gateway: () => [proxies.gateway.pid()], nginx: () => [proxies.nginx?.pid] },
        traced: { ...groups, ...traced.groups },
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** How long one process takes from its start until it says that it is ready, in milliseconds. */
export const measureStart = async ({ servers }: BenchStack): Promise<number> => {
  const begun = performance.now();
  const process = await startProcess('sales', environmentOf('sales', servers, { nodeEnv }));
  const taken = performance.now() - begun;
  await process.stop();
  return taken;
};

const withDatabase = (url: string, database: string): URL => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address;
};

const withoutUser = (url: string, adminUrl: string): string =>
  withDatabase(adminUrl, new URL(url).pathname.slice(1)).href;

/** A database of its own, with a role as limited as those of the services. Says its address. */
const prepareBaseline = async ({ postgres: { url } }: Servers): Promise<string> => {
  const admin = postgres(url, { max: 1 });
  await admin.unsafe('create database baseline').finally(() => admin.end());
  const address = withDatabase(url, 'baseline');
  await prepareDatabase(address.href, { baseline: baselinePassword });
  address.username = 'baseline';
  address.password = baselinePassword;
  const directory = join(benchFolder, 'baseline/migrations');
  await migrateSchema({ url: address.href, schema: 'baseline', directory, libraries: [idempotencyMigration] });
  return address.href;
};

const startBaseline = (servers: Servers, url: string): Promise<StackProcess> =>
  startProcess(
    'gateway',
    environmentOf('gateway', servers, {
      nodeEnv,
      // The same Redis, but entries of its own.
      env: { DATABASE_URL: url, DATABASE_CONNECTIONS: baselineConnections, REDIS_URL: `${servers.redis.url}/1` },
    }),
    { script: join(distFolder, 'baseline.js') },
  );
