import { buildProcesses, endGuard } from '@representa/local-stack';
import { expectSameReplies } from './baseline/same-replies.ts';
import { startBaseline } from './baseline/start.ts';
import { scenarios, targets } from './cells.ts';
import type { Options } from './config.ts';
import { crowd, hot } from './fill/blocks.ts';
import { findBrokenRules } from './fill/consistency.ts';
import { fill } from './fill/fill.ts';
import { measureGrowth } from './growth.ts';
import { type Machine, watchMachine } from './machine.ts';
import { measureScenarios, type Place } from './measure-scenarios.ts';
import { type Product, startProduct } from './product.ts';
import { type Results, resultOf } from './results.ts';
import { settingsFor } from './settings.ts';
import { readUsage } from './usage.ts';

type Log = (line: string) => void;
type Part = Pick<Results, 'cells' | 'growth' | 'memory' | 'broken'>;

/** Each part has servers of its own. */
const withProduct = async <T>(use: (product: Product) => Promise<T>): Promise<T> => {
  const product = await startProduct();
  try {
    return await use(product);
  } finally {
    await product.stop();
    // Removes the data folders, of up to a million records.
    await endGuard();
  }
};

const runGrowth = async (product: Product, options: Options, log: Log): Promise<Part> => {
  const growth = await measureGrowth(product, settingsFor(options), log);
  return { cells: [], growth, memory: {}, broken: await findBrokenRules(product.database) };
};

const runScenarios = async (product: Product, options: Options, log: Log): Promise<Part> => {
  const { process: baseline, database } = await startBaseline(product.servers);
  try {
    const databases = [product.database, database];
    log('filling 101 companies with 2,000 sales and 1,000 clients each');
    await Promise.all(databases.map((one) => fill(one, [crowd, hot])));
    await expectSameReplies(product.processes.url, baseline.url);
    const groups = { ...product.groups, baseline: () => [baseline.pid()] };
    const places: Record<'product' | 'baseline', Place> = {
      product: { groups, database: product.database, port: product.processes.gateway.port },
      baseline: { groups, database, port: baseline.port },
    };
    const measured = scenarios.filter((scenario) => !options.only || scenario === options.only);
    const compared = { generator: product.generator, places };
    const rounds = await measureScenarios(compared, measured, settingsFor(options), log);
    const cells = measured.flatMap((scenario) => targets.map((target) => resultOf({ target, scenario }, rounds)));
    const { memory } = readUsage(groups);
    log('checking the data');
    const broken = (await Promise.all(databases.map(findBrokenRules))).flat();
    return { cells, growth: [], memory, broken };
  } finally {
    await baseline.stop();
  }
};

export const runBench = async (options: Options, log: Log): Promise<Results> => {
  const { only, quick } = options;
  if (only && only !== 'growth' && !scenarios.includes(only))
    throw new Error(`${only} is none of growth, ${scenarios.join(', ')}`);
  const begun = performance.now();
  const describe = watchMachine();
  log('building');
  await buildProcesses();
  const results: Part = { cells: [], growth: [], memory: {}, broken: [] };
  let machine: Machine = { lines: [] };
  const parts = [...(only === 'growth' ? [] : [runScenarios]), ...(!only || only === 'growth' ? [runGrowth] : [])];
  for (const run of parts) {
    await withProduct(async (product) => {
      const part = await run(product, options, log);
      machine = await describe(product);
      results.cells.push(...part.cells);
      results.growth.push(...part.growth);
      results.broken.push(...part.broken);
      Object.assign(results.memory, part.memory);
    });
  }
  const kind = only ? `only ${only}` : quick ? 'quick' : 'whole';
  return { ...results, machine, kind, seconds: (performance.now() - begun) / 1_000 };
};
