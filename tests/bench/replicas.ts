import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, type StackProcess, startProcess } from '@representa/local-stack';
import { crowd } from './fill/blocks.ts';
import { type Measurement, measureHttp } from './measure.ts';
import { nodeEnv, type Product } from './product.ts';
import type { Settings } from './settings.ts';

/** Several replicas of sales behind one gateway. Each gets a small share of a core, or the first would use both cores. */
export interface ReplicasPoint {
  replicas: number;
  rps: number;
  errors: number;
  /** Each replica's share of the work in percent, before they were limited: of HTTP requests and of NATS questions. */
  shares: { http: number[]; nats: number[] };
  /** Cores in use by all processes but the load generator. */
  cores: number;
}

const coresEach = 0.15;
const cpuGroups = '/sys/fs/cgroup/cpu';
const periodMicros = 100_000;

/** Limits need the kernel's control groups (v1) and the right to make one. */
const canLimit = (): boolean => existsSync(join(cpuGroups, 'cpu.cfs_quota_us')) && process.getuid?.() === 0;

const limit = (pid: number): (() => void) => {
  const group = join(cpuGroups, `representa-bench-${pid}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicros));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(periodMicros * coresEach));
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
  return () => {
    // A group can only be removed when it is empty.
    writeFileSync(join(cpuGroups, 'cgroup.procs'), String(pid));
    rmdirSync(group);
  };
};

export const measureReplicas = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<ReplicasPoint[]> => {
  if (!canLimit()) {
    log('replicas: this machine does not let the CPU of a process be limited; left out');
    return [];
  }
  const points: ReplicasPoint[] = [];
  for (const count of settings.replicaCounts) {
    log(`replicas: ${count} of sales, ${coresEach} of a core each`);
    points.push(await measureCount(product, settings, count));
  }
  return points;
};

const measureCount = async (product: Product, settings: Settings, count: number): Promise<ReplicasPoint> => {
  const { servers, processes } = product;
  const sales: StackProcess[] = [];
  // The usual process would answer over NATS as well.
  await processes.sales.stop();
  for (let i = 0; i < count; i++) sales.push(await startProcess('sales', environmentOf('sales', servers, { nodeEnv })));
  const env = {
    SALES_URL: sales.map(({ url }) => url).join(),
    CATALOG_URL: processes.catalog.url,
    CLIENTS_URL: processes.clients.url,
  };
  const gateway = await startProcess('gateway', environmentOf('gateway', servers, { nodeEnv, env }));
  const replicas = Object.fromEntries(sales.map((one, i) => [`replica ${i + 1}`, () => [one.pid()]]));
  const groups = { ...product.groups, gateway: () => [gateway.pid()], ...replicas };
  let seed = 4_000_000 + count * 1_000;
  const load = async (scenario: string, seconds: number): Promise<Measurement> => {
    const { port } = gateway;
    const job = { scenario, port, connections: settings.connections, block: crowd, deleted: 0, seconds, seed: seed++ };
    return measureHttp(product, job, groups);
  };
  const sharesOf = ({ cpu }: Measurement): number[] => {
    const each = Object.keys(replicas).map((name) => cpu[name] ?? 0);
    const all = each.reduce((sum, micros) => sum + micros, 0);
    return each.map((micros) => (micros / all) * 100);
  };
  try {
    const http = await load('create-sale', 2 + count);
    // Renames reach sales over NATS alone.
    const nats = await load('rename-client', 2);
    const unlimit = sales.map((one) => limit(one.pid() as number));
    const limited = await load('create-sale', settings.replicasSeconds);
    for (const release of unlimit) release();
    const counted = Object.keys(groups).filter((name) => name !== 'generator');
    return {
      replicas: count,
      rps: limited.rps,
      errors: http.errors + nats.errors + limited.errors,
      shares: { http: sharesOf(http), nats: sharesOf(nats) },
      cores: counted.reduce((sum, name) => sum + (limited.cpu[name] ?? 0), 0) / (limited.seconds * 1_000_000),
    };
  } finally {
    await gateway.stop();
    await Promise.all(sales.map((one) => one.stop()));
    await processes.sales.start();
  }
};
