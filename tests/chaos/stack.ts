import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessName } from '@representa/contracts';
import {
  environmentOf,
  type Restartable,
  type Servers,
  type StackProcess,
  startMigratedServers,
  startProcess,
} from '@representa/local-stack';
import { openPool } from '@representa/postgres';
import type { Sql } from 'postgres';

/** One of several replicas of a process. It keeps its address over kills and restarts. */
export interface Replica {
  /** For example `sales-2`; also the application name of its database connections. */
  readonly label: string;
  readonly url: string;
  process(): StackProcess;
  /** Restarts the process with further variables. */
  restartWith(env: Record<string, string>): Promise<void>;
  /** From now on the process acts at this fault point, once. */
  arm(faultPoint: string): void;
  /** Returns whether it had not acted yet. */
  disarm(): boolean;
}

export interface Stack {
  servers: Servers;
  replicas: readonly Replica[];
  gateways: readonly string[];
  /** The administrator's connections, which can read every schema. */
  admin: Sql;
  replica(label: string): Replica;
  /** The replica or server with this label. */
  part(label: string): Restartable;
  stop(): Promise<void>;
}

export interface StackOptions {
  replicas: Record<ProcessName, number>;
  log?: (label: string, line: string) => void;
}

const services = ['sales', 'catalog', 'clients'] as const;

/** Shorter than the usual one, so that a fault need not last long to outlast it. */
const requestTimeoutMs = 1_800;

const numbered = (name: ProcessName, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

interface ReplicaOptions {
  log: StackOptions['log'];
  env: Record<string, string>;
  /** For the files that arm fault points. */
  folder: string;
}

const startReplica = async (label: string, { log, env, folder }: ReplicaOptions): Promise<Replica> => {
  const name = label.split('-')[0] as ProcessName;
  const database = new URL(env.DATABASE_URL ?? '');
  database.searchParams.set('application_name', label);
  const faultPoint = join(folder, label);
  const own = { ...env, DATABASE_URL: database.href, FAULT_POINT: faultPoint };
  const options = { log: (_name: ProcessName, line: string) => log?.(label, line) };
  let process = await startProcess(name, own, options);
  return {
    label,
    url: process.url,
    process: () => process,
    restartWith: async (further) => {
      const { port } = process;
      await process.stop();
      process = await startProcess(name, { ...own, ...further }, { ...options, port });
    },
    arm: (point) => writeFileSync(faultPoint, point),
    disarm: () => {
      try {
        unlinkSync(faultPoint);
        return true;
      } catch {
        return false;
      }
    },
  };
};

const startReplicas = async (servers: Servers, folder: string, { replicas, log }: StackOptions): Promise<Replica[]> => {
  const start = (name: ProcessName, env: Record<string, string>): Promise<Replica[]> =>
    Promise.all(numbered(name, replicas[name]).map((label) => startReplica(label, { log, env, folder })));
  const env = { REQUEST_TIMEOUT_MS: String(requestTimeoutMs) };
  const environment = (name: ProcessName) => environmentOf(name, servers, { logLevel: 'warn', env });
  const [sales, catalog, clients] = await Promise.all([
    start('sales', environment('sales')),
    start('catalog', environment('catalog')),
    start('clients', environment('clients')),
  ]);
  const urls = (list: Replica[]): string => list.map(({ url }) => url).join(',');
  const gateways = await start('gateway', {
    ...environment('gateway'),
    SALES_URL: urls(sales),
    CATALOG_URL: urls(catalog),
    CLIENTS_URL: urls(clients),
  });
  return [...gateways, ...sales, ...catalog, ...clients];
};

/** Starts real processes and servers on free ports, with the given number of replicas. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const servers = await startMigratedServers();
  const folder = mkdtempSync(join(tmpdir(), 'representa-chaos-'));
  try {
    const replicas = await startReplicas(servers, folder, options);
    const admin = openPool({
      url: servers.postgres.url,
      schema: 'public',
      connections: 2,
      statementTimeoutMs: 30_000,
    });
    const replica = (label: string): Replica => {
      const found = replicas.find((one) => one.label === label);
      if (!found) throw new Error(`no replica is called ${label}`);
      return found;
    };
    const { postgres, nats, redis } = servers;
    const named: Record<string, Restartable> = { postgres, nats, redis };
    return {
      servers,
      replicas,
      gateways: replicas.filter(({ label }) => label.startsWith('gateway')).map(({ url }) => url),
      admin,
      replica,
      part: (label) => named[label] ?? replica(label).process(),
      stop: async () => {
        await admin.end({ timeout: 1 });
        await Promise.all(replicas.map((one) => one.process().stop()));
        await servers.stop();
        rmSync(folder, { recursive: true });
      },
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
};

export const sameForAll = (count: number): Record<ProcessName, number> => ({
  gateway: count,
  ...(Object.fromEntries(services.map((name) => [name, count])) as Record<(typeof services)[number], number>),
});
