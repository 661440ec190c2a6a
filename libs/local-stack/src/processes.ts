import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { migrate as applyMissing, prepareDatabase } from '@representa/postgres';
import { lastLines, launchChild, outputOf } from './children/child.ts';
import { makeRestartable, type Restartable } from './children/restartable.ts';
import type { StopPlan } from './children/system.ts';
import { builder, root } from './paths.ts';
import { type Address, freePort, httpAnswersOk, localUrl } from './ports.ts';
import type { Addresses } from './servers/servers.ts';

export interface StackProcess extends Restartable {
  name: ProcessName;
  port: number;
  url: string;
}

interface ProcessOptions {
  port?: number;
  log?: (name: ProcessName, line: string) => void;
  /** Runs instead of the workspace's bundle. */
  script?: string;
  /** The folder of the bundles, in each workspace; `dist` unless given. */
  bundle?: string;
  plan?: StopPlan;
  /** Stacks of errors name the sources. It takes a process some 60 MB. */
  sourceMaps?: boolean;
  /** Where a debugger can attach. */
  inspectPorts?: Partial<Record<ProcessName, number>>;
}

const defaultPlan: StopPlan = [['SIGTERM', 6_000]];
const deadlineMs = 20_000;
const linesKept = 40;

export const workspaceOf = (name: ProcessName): string =>
  join(root, name === 'gateway' ? 'gateway' : join('services', name));

/** Bundles the four processes, except those whose bundle is newer than its sources. */
export const buildProcesses = async (): Promise<void> => {
  const { processWorkspaces, buildWhenStale } = await builder();
  await buildWhenStale(processWorkspaces);
};

/** Starts one process as in production, and resolves when its readiness endpoint answers. */
export const startProcess = async (
  name: ProcessName,
  env: Record<string, string>,
  { log, bundle = 'dist', script, plan = defaultPlan, sourceMaps, inspectPorts, ...options }: ProcessOptions = {},
): Promise<StackProcess> => {
  const port = options.port ?? (await freePort());
  const url = localUrl({ host: env.HOST ?? '127.0.0.1', port });
  const recentLines: string[] = [];
  const line = (text: string): void => {
    recentLines.push(text);
    if (recentLines.length > linesKept) recentLines.shift();
    log?.(name, text);
  };
  const maps = sourceMaps ? ['--enable-source-maps'] : [];
  const inspect = inspectPorts?.[name] ? [`--inspect=127.0.0.1:${inspectPorts[name]}`] : [];
  const main = script ?? join(workspaceOf(name), bundle, 'main.js');
  const command = {
    program: process.execPath,
    args: [...maps, ...inspect, main],
    env: { ...env, PORT: String(port) },
  };
  const handle = makeRestartable({
    name,
    launch: async () => launchChild(command, { stage: 'process', plan, output: { line } }),
    isReady: () => httpAnswersOk(`${url}/readyz`),
    output: async () => recentLines.join('\n'),
    deadlineMs,
  });
  await handle.start();
  return { ...handle, name, port, url };
};

export interface ProcessesOptions
  extends Pick<ProcessOptions, 'log' | 'bundle' | 'plan' | 'sourceMaps' | 'inspectPorts'> {
  nodeEnv?: string;
  logLevel?: string | undefined;
  /** Of the gateway. None unless given: a machine for development or tests has no companies to protect from each other. */
  rateLimit?: string | undefined;
  /** Where the gateway listens. The services always listen on 127.0.0.1. */
  host?: string;
  /** Of the gateway. Ports that are not given are free ones. */
  port?: number;
  servicePorts?: Partial<Record<ProcessName, number>>;
  /** Where the operator's API listens, if the environment has an ADMIN_TOKEN. Unless given, on a free port. */
  admin?: Address | undefined;
  /** Further variables for all processes. */
  env?: Record<string, string>;
}

export type StackProcesses = Record<ProcessName, StackProcess> & {
  /** The gateway's address. */
  url: string;
  stop(): Promise<void>;
};

/** Starts the four processes at once. The gateway gets the services' addresses beforehand. */
export const startProcesses = async (servers: Addresses, options: ProcessesOptions = {}): Promise<StackProcesses> => {
  const ports: Partial<Record<ProcessName, number>> = { ...options.servicePorts };
  if (options.port) ports.gateway = options.port;
  for (const name of processes) ports[name] ??= await freePort();
  const at = (service: ProcessName): string => `http://127.0.0.1:${ports[service]}`;
  const upstreams = { SALES_URL: at('sales'), CATALOG_URL: at('catalog'), CLIENTS_URL: at('clients') };
  const start = async (name: ProcessName): Promise<StackProcess> => {
    const env = { ...environmentOf(name, servers, options), ...(name === 'gateway' && upstreams) };
    return startProcess(name, env, { ...options, port: ports[name] as number });
  };
  const [gateway, sales, catalog, clients] = await Promise.all([
    start('gateway'),
    start('sales'),
    start('catalog'),
    start('clients'),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([gateway, sales, catalog, clients].map((one) => one.stop()));
  };
  return { gateway, sales, catalog, clients, url: gateway.url, stop };
};

/** As in deploy/Dockerfile: with Node's default of 32 MiB a gateway under attack takes a quarter more memory. */
const nodeOptions = '--max-semi-space-size=16';

/** The environment of a process and of its commands (migrate, empresas). */
export const environmentOf = (
  name: ProcessName,
  { postgres, nats, redis, gatewaySecret }: Addresses,
  { nodeEnv = 'development', logLevel, rateLimit = '0', host, admin, env }: ProcessesOptions = {},
): Record<string, string> => ({
  NODE_ENV: nodeEnv,
  NODE_OPTIONS: nodeOptions,
  HOST: (name === 'gateway' && host) || '127.0.0.1',
  DATABASE_URL: roleUrl(postgres, name),
  NATS_URL: nats.urlFor(name),
  REDIS_URL: redis.url,
  GATEWAY_SECRET: gatewaySecret,
  ...(name === 'gateway' && {
    RATE_LIMIT: rateLimit,
    ADMIN_PORT: String(admin?.port ?? 0),
    ...(admin && { ADMIN_HOST: admin.host }),
  }),
  ...(logLevel && { LOG_LEVEL: logLevel }),
  ...env,
});

/** The address of the database with the role of one process. */
export const roleUrl = ({ url, rolePasswords }: Addresses['postgres'], role: ProcessName): string => {
  const address = new URL(url);
  address.username = role;
  address.password = rolePasswords[role];
  return address.href;
};

/**
 * Creates roles, schemas and extensions, then applies what the command `migrate` of each process, or of the given ones, would:
 * four processes for it would take longer to start than to work.
 */
export const migrate = async (
  { postgres }: Pick<Addresses, 'postgres'>,
  names: readonly ProcessName[] = processes,
): Promise<void> => {
  await prepareDatabase(postgres.url, postgres.rolePasswords);
  await Promise.all(
    names.map((name) =>
      applyMissing({
        url: roleUrl(postgres, name),
        schema: name,
        directory: join(workspaceOf(name), 'dist/sql'),
      }),
    ),
  );
};

const runDemo = async (name: ProcessName, args: string[], servers: Addresses, nodeEnv: string): Promise<void> => {
  const [script = '', ...rest] = args;
  const env = environmentOf(name, servers, { nodeEnv });
  const path = join(workspaceOf(name), `dist/${script}.js`);
  const { ok, output } = await outputOf({ program: process.execPath, args: [path, ...rest], env });
  if (!ok) throw new Error(`The demo companies could not be created:\n${lastLines(output)}`);
};

export const seedDemo = (servers: Addresses, nodeEnv: string): Promise<void> =>
  runDemo('gateway', ['empresas', 'seed-demo'], servers, nodeEnv);

/** Gives the demo company its records, in every service at the same time, if it has none. `today`: as if it were that day. */
export const fillDemo = async (servers: Addresses, nodeEnv: string, today?: string): Promise<void> => {
  const args = ['fill-demo', ...(today === undefined ? [] : [today])];
  await Promise.all((['sales', 'catalog', 'clients'] as const).map((name) => runDemo(name, args, servers, nodeEnv)));
};

/** The demo companies, and the records of the one that has some. */
export const makeDemo = async (servers: Addresses, nodeEnv: string): Promise<void> => {
  await Promise.all([seedDemo(servers, nodeEnv), fillDemo(servers, nodeEnv)]);
};
