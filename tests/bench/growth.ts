import { alone } from './fill/blocks.ts';
import { addLoneCompany, growLoneCompany, settle } from './fill/fill.ts';
import { keyOf } from './fill/ids.ts';
import { type Measurement, measureHttp } from './measure.ts';
import { type Product, startProduct } from './product.ts';
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
  /** Its p50, divided by that of a company that stays small, by turns with this one: the machine's speed changes during a run. */
  slowdown?: number;
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
  /** Also in a company that stays small. */
  besideSmall?: boolean;
}

const deepPage = 5_000;
const deepFrom = deepPage * 20;

const operations: Operation[] = [
  { name: 'list sales, page 1', scenario: 'list-sales', page: 1, besideSmall: true },
  { name: 'list clients, page 1', scenario: 'list-clients', page: 1, besideSmall: true },
  { name: 'list sales, page 5,000', scenario: 'list-sales', page: deepPage, from: deepFrom },
  { name: 'list clients, page 5,000', scenario: 'list-clients', page: deepPage, from: deepFrom },
  { name: 'list sales, cursor', scenario: 'list-sales-by-cursor' },
  { name: 'list sales of a client', scenario: 'list-sales-of-client' },
  { name: 'list sales of a status by value, cursor', scenario: 'list-largest-sales' },
  { name: 'list sales of a representada by date, cursor', scenario: 'list-sales-of-representada' },
  { name: 'list sales of a client by value, cursor', scenario: 'list-largest-sales-of-client' },
  { name: 'list sales of a quarter, cursor', scenario: 'list-sales-of-quarter' },
  { name: 'list sales of two years from a value, cursor', scenario: 'list-largest-sales-of-years' },
  { name: 'list cancelled sales of a representada by value, cursor', scenario: 'list-cancelled-of-representada' },
  { name: 'list sales of a representada, page 1', scenario: 'count-sales-of-representada' },
  { name: 'list sales of a status, page 1', scenario: 'count-paid-sales' },
  { name: 'list clients of a city by name, cursor', scenario: 'list-clients-of-city' },
  { name: 'search clients, finds one', scenario: 'search-clients' },
  { name: 'create sale', scenario: 'create-sale' },
];

/** Every sale that the API creates is for one of these. */
const clientsWithSales = 1_000;
const pageSize = 100;

interface Load {
  connections: number;
  seconds: number;
  requests?: number;
  page?: number | undefined;
}

type Log = (line: string) => void;

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** One company alone in a new database, as in a first installation. */
const makeLoneCompany = ({ product, settings, log }: { product: Product; settings: Settings; log: Log }) => {
  const { port, url } = product.processes.gateway;
  const groups = { sessions: () => sessionsOf(product.servers.postgres.pid()) };
  let seed = 900_000;
  let clientIds: readonly string[] = [];
  let size = 0;

  const run = (scenario: string, load: Load): Promise<Measurement> =>
    measureHttp(product, { scenario, port, block: alone(size), clientIds, seed: seed++, deleted: 0, ...load }, groups);

  const create = async (scenario: string, requests: number): Promise<void> => {
    const load = { connections: settings.connections, seconds: Number.POSITIVE_INFINITY, requests };
    const { errors, firstError } = await run(scenario, load);
    if (errors > 0) throw new Error(`${errors} failures in ${scenario}: ${firstError}`);
  };

  return {
    run,
    growThroughApi: async (to: number): Promise<void> => {
      log(`growth: from ${size} to ${to} clients and sales through the API`);
      if (size === 0) await addLoneCompany(product.database);
      await create('create-client', to - size);
      if (clientIds.length === 0) clientIds = await listClientIds(url);
      await create('create-sale', to - size);
      size = to;
    },
    growInBulk: async (to: number): Promise<void> => {
      log(`growth: from ${size} to ${to} clients and sales in bulk`);
      await growLoneCompany(product.database, size, to);
      size = to;
      log('growth: waiting for autovacuum');
      await settle(product.database);
    },
    /** With requests that only read. V8 compiles code when it is used often, and drops it while a process is idle. */
    warmUp: async (seconds: number): Promise<void> => {
      log('growth: warming up');
      const load = { connections: settings.connections, seconds };
      for (const scenario of ['list-sales', 'list-clients', 'search-clients']) await run(scenario, load);
    },
  };
};

/**
 * A company grows through the API, then in bulk. There is no analyze or vacuum but autovacuum's, and all processes keep their
 * connections: the plans that they made while the tables were small are still in use when they are large.
 */
export const measureGrowth = async (product: Product, settings: Settings, log: Log): Promise<Curve[]> => {
  const { apiSizes, bulkSizes, growthSeconds, growthRounds } = settings;
  const other = await startProduct();
  try {
    const company = makeLoneCompany({ product, settings, log });
    const small = makeLoneCompany({ product: other, settings, log });
    await small.growThroughApi(apiSizes[0] as number);
    await small.warmUp(settings.systemWarmUpSeconds / 2);

    const measurePoint = async (operation: Operation, size: number): Promise<Point> => {
      const { name, scenario, page, besideSmall } = operation;
      log(`growth: ${name} at ${size}`);
      const measured = besideSmall ? [company, small] : [company];
      // One request at a time: the latency is that of the work, without queues.
      const load = { connections: 1, seconds: growthSeconds, page };
      for (const { run } of measured) await run(scenario, { ...load, seconds: growthSeconds / 2 });
      const rounds = measured.map((): Measurement[] => []);
      for (let round = 1; round <= (besideSmall ? 2 : 1) * growthRounds; round++) {
        for (const [i, { run }] of measured.entries()) rounds[i]?.push(await run(scenario, load));
      }
      const [own = [], ofSmall] = rounds;
      const latency = (all: Measurement[]): Latency => latencyOf(all.map(({ latencies }) => latencies));
      return {
        size,
        latency: latency(own),
        postgresCpu: sum(own.map(({ cpu }) => cpu.sessions ?? 0)) / sum(own.map(({ done }) => done)),
        errors: sum(rounds.flat().map(({ errors }) => errors)),
        ...(ofSmall && { slowdown: latency(own).p50 / latency(ofSmall).p50 }),
      };
    };

    const curves = operations.map((operation): Curve => ({ operation: operation.name, points: [] }));
    for (const size of [...apiSizes, ...bulkSizes]) {
      if (apiSizes.includes(size)) await company.growThroughApi(size);
      else await company.growInBulk(size);
      if (size === apiSizes[0]) await company.warmUp(settings.systemWarmUpSeconds / 2);
      // Both were idle during the bulk load, which takes minutes.
      if (bulkSizes.includes(size)) for (const one of [company, small]) await one.warmUp(settings.warmUpSeconds);
      for (const [i, operation] of operations.entries()) {
        if (size >= (operation.from ?? 0)) curves[i]?.points.push(await measurePoint(operation, size));
      }
    }
    return curves;
  } finally {
    await other.stop();
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
