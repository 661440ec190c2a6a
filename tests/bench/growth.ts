import { alone, type Block } from './fill/blocks.ts';
import { addLoneCompany, growLoneCompany } from './fill/fill.ts';
import { keyOf } from './fill/ids.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { Product } from './product.ts';
import type { Settings } from './settings.ts';
import { type Latency, latencyOf } from './statistics.ts';
import { sessionsOf } from './usage.ts';

export interface Point {
  /** How many sales the company has, and as many clients. */
  size: number;
  latency: Latency;
  /** Microseconds per request, in the sessions of the services. */
  postgresCpu: number;
  errors: number;
}

/** The latency of one operation by size. */
export interface Curve {
  operation: string;
  points: Point[];
}

interface Operation {
  name: string;
  scenario: string;
  page?: number;
  /** Measured from this size on. */
  from?: number;
}

const deepPage = 5_000;
const deepFrom = deepPage * 20;

const operations: Operation[] = [
  { name: 'list sales, page 1', scenario: 'list-sales', page: 1 },
  { name: 'list clients, page 1', scenario: 'list-clients', page: 1 },
  { name: 'list sales, page 5,000', scenario: 'list-sales', page: deepPage, from: deepFrom },
  { name: 'list clients, page 5,000', scenario: 'list-clients', page: deepPage, from: deepFrom },
  { name: 'list sales, cursor', scenario: 'list-sales-by-cursor' },
  { name: 'list sales of a client', scenario: 'list-sales-of-client' },
  { name: 'list sales of a status by value, cursor', scenario: 'list-largest-sales' },
  { name: 'list sales of a representada by date, cursor', scenario: 'list-sales-of-representada' },
  { name: 'list sales of a client by value, cursor', scenario: 'list-largest-sales-of-client' },
  { name: 'list sales of a representada, page 1', scenario: 'count-sales-of-representada' },
  { name: 'list clients of a city by name, cursor', scenario: 'list-clients-of-city' },
  { name: 'search clients, finds one', scenario: 'search-clients' },
  { name: 'create sale', scenario: 'create-sale' },
];

/** Every sale that the API creates is for one of these. */
const clientsWithSales = 1_000;
const pageSize = 100;

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/**
 * One company alone in a new database, as in a first installation. It grows through the API, then in bulk. There is no
 * analyze or vacuum but autovacuum's, and all processes keep their connections: the plans that they made while the
 * tables were small are still in use when they are large.
 */
export const measureGrowth = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<Curve[]> => {
  const { port, url } = product.processes.gateway;
  const groups = { sessions: () => sessionsOf(product.servers.postgres.pid()) };
  let seed = 900_000;
  let clientIds: readonly string[] = [];

  const run = async (
    scenario: string,
    block: Block,
    load: { connections: number; seconds: number; requests?: number; page?: number | undefined },
  ): Promise<Measurement> =>
    measureHttp(product, { scenario, port, block, clientIds, seed: seed++, deleted: 0, ...load }, groups);

  const create = async (scenario: string, existing: number, requests: number): Promise<void> => {
    const load = { connections: settings.connections, seconds: Number.POSITIVE_INFINITY, requests };
    const { errors, firstError } = await run(scenario, alone(existing), load);
    if (errors > 0) throw new Error(`${errors} failures in ${scenario}: ${firstError}`);
  };

  const growThroughApi = async (from: number, to: number): Promise<void> => {
    log(`growth: from ${from} to ${to} clients and sales through the API`);
    await create('create-client', from, to - from);
    if (clientIds.length === 0) clientIds = await listClientIds(url);
    await create('create-sale', from, to - from);
  };

  const growInBulk = async (from: number, to: number): Promise<void> => {
    log(`growth: from ${from} to ${to} clients and sales in bulk`);
    await growLoneCompany(product.database, from, to);
  };

  const measurePoint = async ({ name, scenario, page }: Operation, size: number): Promise<Point> => {
    log(`growth: ${name} at ${size}`);
    // One request at a time: the latency is that of the work, without queues.
    const load = { connections: 1, seconds: settings.growthSeconds, page };
    await run(scenario, alone(size), { ...load, seconds: settings.growthSeconds / 2 });
    const rounds: Measurement[] = [];
    for (let round = 1; round <= settings.growthRounds; round++) rounds.push(await run(scenario, alone(size), load));
    return {
      size,
      latency: latencyOf(rounds.map(({ latencies }) => latencies)),
      postgresCpu: sum(rounds.map(({ cpu }) => cpu.sessions ?? 0)) / sum(rounds.map(({ done }) => done)),
      errors: sum(rounds.map(({ errors }) => errors)),
    };
  };

  const curves = operations.map((operation): Curve => ({ operation: operation.name, points: [] }));
  const { apiSizes, bulkSizes } = settings;
  await addLoneCompany(product.database);
  let size = 0;
  for (const next of [...apiSizes, ...bulkSizes]) {
    if (apiSizes.includes(next)) await growThroughApi(size, next);
    else await growInBulk(size, next);
    if (size === 0) await warmUp(next);
    size = next;
    for (const [i, operation] of operations.entries()) {
      if (size >= (operation.from ?? 0)) curves[i]?.points.push(await measurePoint(operation, size));
    }
  }
  return curves;

  /** With requests that only read. Otherwise the first size would be measured with code that is not compiled yet. */
  async function warmUp(at: number): Promise<void> {
    log('growth: warming up');
    for (const scenario of ['list-sales', 'list-clients', 'search-clients']) {
      await run(scenario, alone(at), { connections: settings.connections, seconds: settings.systemWarmUpSeconds / 2 });
    }
  }
};

const listClientIds = async (url: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; page <= clientsWithSales / pageSize; page++) {
    const headers = { 'x-api-key': keyOf(alone(0).first) };
    const reply = await fetch(`${url}/api/v1/clients?limit=${pageSize}&page=${page}`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    if (!reply.ok) throw new Error(`the list of clients answers ${reply.status}`);
    const { data } = (await reply.json()) as { data: { id: string }[] };
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
};
