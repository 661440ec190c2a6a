import { join } from 'node:path';
import { type ProcessName, processes } from '@representa/contracts';
import { launchChild } from '../children/child.ts';
import type { StopPlan } from '../children/guard.ts';
import { makeRestartable, type Restartable } from '../children/restartable.ts';
import { builder, root } from '../paths.ts';
import { freePort } from '../ports/ports.ts';
import { httpAnswersOk } from '../ports/probe.ts';
import { localUrl } from '../ports/public-port.ts';
import type { Addresses } from '../servers/servers.ts';

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
  deadlineMs?: number;
  plan?: StopPlan;
  /** Stacks of errors name the sources. It takes a process some 60 MB. */
  sourceMaps?: boolean;
  /** Where a debugger can attach. */
  inspectPorts?: Partial<Record<ProcessName, number>>;
}

const defaultPlan: StopPlan = [['SIGTERM', 6_000]];
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
  options: ProcessOptions = {},
): Promise<StackProcess> => {
  const port = options.port ?? (await freePort());
  const process = makeProcess(name, { ...env, PORT: String(port) }, port, options);
  await process.start();
  return process;
};

const makeProcess = (
  name: ProcessName,
  env: Record<string, string>,
  port: number,
  { log, bundle = 'dist', script, deadlineMs = 20_000, plan, sourceMaps, inspectPorts }: ProcessOptions,
): StackProcess => {
  const recentLines: string[] = [];
  const url = localUrl({ host: env.HOST ?? '127.0.0.1', port });
  const line = (text: string): void => {
    recentLines.push(text);
    if (recentLines.length > linesKept) recentLines.shift();
    log?.(name, text);
  };
  const inspectPort = inspectPorts?.[name];
  const inspect = inspectPort ? [`--inspect=127.0.0.1:${inspectPort}`] : [];
  const maps = sourceMaps ? ['--enable-source-maps'] : [];
  const main = script ?? join(workspaceOf(name), bundle, 'main.js');
  const command = { program: process.execPath, args: [...maps, ...inspect, main], env };
  const handle = makeRestartable({
    name,
    launch: async () => launchChild(command, { stage: 'process', plan: plan ?? defaultPlan, output: { line } }),
    isReady: () => httpAnswersOk(`${url}/readyz`),
    output: async () => recentLines.join('\n'),
    deadlineMs,
  });
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
  admin?: { host: string; port: number } | undefined;
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
  const given: Partial<Record<ProcessName, number | undefined>> = { gateway: options.port, ...options.servicePorts };
  const ports = {} as Record<ProcessName, number>;
  for (const name of processes) ports[name] = given[name] ?? (await freePort());
  const all = processes.map((name) => {
    const env = { ...environmentOf(name, servers, options), ...upstreams(name, ports) };
    return makeProcess(name, { ...env, PORT: String(ports[name]) }, ports[name], options);
  });
  const stop = async (): Promise<void> => {
    await Promise.all(all.map((one) => one.stop()));
  };
  try {
    await Promise.all(all.map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const byName = Object.fromEntries(all.map((one) => [one.name, one])) as Record<ProcessName, StackProcess>;
  return { ...byName, url: byName.gateway.url, stop };
};

const upstreams = (name: ProcessName, ports: Record<ProcessName, number>): Record<string, string> => {
  if (name !== 'gateway') return {};
  const at = (service: ProcessName): string => `http://127.0.0.1:${ports[service]}`;
  return { SALES_URL: at('sales'), CATALOG_URL: at('catalog'), CLIENTS_URL: at('clients') };
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
