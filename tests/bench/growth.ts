import { type Block, crowd, ofSize, small } from './fill/blocks.ts';
import { fill } from './fill/fill.ts';
import { measureHttp } from './measure.ts';
import type { Plan } from './plan.ts';
import type { BenchStack } from './stack.ts';
import { type Latency, latencyOf } from './statistics.ts';

export interface Point {
  /** Records of one company, or companies. */
  size: number;
  latency: Latency;
  errors: number;
}

export interface Curve {
  operation: string;
  by: 'records' | 'companies';
  points: Point[];
}

interface Operation {
  name: string;
  scenario: string;
  page?: number;
  /** Below it there is no such page. */
  from?: number;
}

const deepPage = 5_000;
const deepFrom = deepPage * 20;

const byRecords: Operation[] = [
  { name: 'list sales, page 1', scenario: 'list-sales', page: 1 },
  { name: 'list sales, page 5,000', scenario: 'list-sales', page: deepPage, from: deepFrom },
  { name: 'list clients, page 1', scenario: 'list-clients', page: 1 },
  { name: 'list clients, page 5,000', scenario: 'list-clients', page: deepPage, from: deepFrom },
  { name: 'search clients, finds one', scenario: 'search-selective' },
  { name: 'search clients, finds 5 %', scenario: 'search-broad' },
  { name: 'create sale', scenario: 'create-sale' },
];

const byCompanies: Operation[] = [
  { name: 'list sales, page 1', scenario: 'list-sales', page: 1 },
  { name: 'list clients, page 1', scenario: 'list-clients', page: 1 },
  { name: 'search clients, finds one', scenario: 'search-selective' },
  { name: 'create sale', scenario: 'create-sale' },
];

/** One request at a time, so that what is seen is the work and not the queue. */
const makeMeasurePoints = (stack: BenchStack, plan: Plan, say: (what: string) => void) => {
  let seed = 900_000;
  const once = async (operation: Operation, block: Block, seconds: number) =>
    measureHttp(stack, {
      scenario: operation.scenario,
      page: operation.page,
      port: stack.processes.gateway.port,
      connections: 1,
      seconds,
      seed: seed++,
      block,
      deleted: 0,
    });

  return async (
    operations: readonly Operation[],
    sizes: { size: number; block: Block }[],
  ): Promise<Map<Operation, Point[]>> => {
    const measured = new Map<string, { latencies: Float64Array[]; errors: number }>();
    for (let round = 0; round <= plan.growthRounds; round++) {
      for (const operation of operations) {
        for (const { size, block } of sizes) {
          if (size < (operation.from ?? 0)) continue;
          say(`growth: ${operation.name} at ${size}`);
          const { latencies, errors } = await once(
            operation,
            block,
            round === 0 ? plan.growthSeconds / 2 : plan.growthSeconds,
          );
          if (round === 0) continue; // plans and caches are made here
          const key = `${operation.name} ${size}`;
          const before = measured.get(key) ?? { latencies: [], errors: 0 };
          measured.set(key, { latencies: [...before.latencies, latencies], errors: before.errors + errors });
        }
      }
    }
    return new Map(
      operations.map((operation) => [
        operation,
        sizes.flatMap(({ size }) => {
          const found = measured.get(`${operation.name} ${size}`);
          return found ? [{ size, latency: latencyOf(found.latencies), errors: found.errors }] : [];
        }),
      ]),
    );
  };
};

/** More and more records in one company. All sizes are there at once, in companies side by side, and are asked in turn. */
export const growRecords = async (stack: BenchStack, plan: Plan, say: (what: string) => void): Promise<Curve[]> => {
  say(`filling companies of ${plan.recordSizes.join(', ')} sales and clients`);
  const sizes = plan.recordSizes.map((size) => ({ size, block: ofSize(size) }));
  const begun = performance.now();
  await fill(
    stack.databases.product,
    sizes.map(({ block }) => block),
  );
  say(`filled in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  const points = await makeMeasurePoints(stack, plan, say)(byRecords, sizes);
  return byRecords.map((operation) => ({
    operation: operation.name,
    by: 'records',
    points: points.get(operation) ?? [],
  }));
};

/** More and more companies. This takes a fill between the points; requests go to all companies alike. */
export const makeGrowCompanies = (stack: BenchStack, plan: Plan, say: (what: string) => void) => {
  const curves = byCompanies.map((operation): Curve => ({ operation: operation.name, by: 'companies', points: [] }));
  const measurePoints = makeMeasurePoints(stack, plan, say);
  return {
    curves,
    measureAt: async (count: number): Promise<void> => {
      const { clients, sales, itens } = small(count);
      const sizes = [{ size: count, block: { first: crowd.first, last: count, clients, sales, itens } }];
      const points = await measurePoints(byCompanies, sizes);
      byCompanies.forEach((operation, i) => void curves[i]?.points.push(...(points.get(operation) ?? [])));
    },
  };
};
