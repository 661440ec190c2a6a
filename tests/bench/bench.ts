import { buildProcesses, endGuard } from '@representa/local-stack';
import { expectSameReplies } from './baseline/same-replies.ts';
import { measureBulk } from './bulk.ts';
import { allCells, type Cell } from './cells.ts';
import type { Options } from './config.ts';
import { crowd, hot } from './fill/blocks.ts';
import { findBrokenRules } from './fill/consistency.ts';
import { fill } from './fill/fill.ts';
import { measureGrowth } from './growth.ts';
import { hasPgbench, measurePgbench } from './limits/pgbench.ts';
import { captureStatements } from './limits/statements.ts';
import { describeMachine, loadNow, type Machine } from './machine.ts';
import { makeMeasureScenarios } from './measure-scenarios.ts';
import { watchMemory } from './memory.ts';
import { measureNeighbour } from './neighbour.ts';
import { measureStart, type Product, startProduct } from './product.ts';
import { measureReplicas } from './replicas.ts';
import { measureReports } from './reports.ts';
import { type CellResult, type Results, resultOf } from './results.ts';
import { type Settings, settingsFor } from './settings.ts';
import { soak } from './soak.ts';
import { countSource } from './source-lines.ts';
import { type BenchStack, startStack } from './stack.ts';
import { median } from './statistics.ts';
import { measureTracing } from './tracing.ts';
import { readStolen } from './usage.ts';
import { measureWriteCosts } from './write-costs.ts';

type Log = (line: string) => void;
type Part = Pick<
  Results,
  | 'cells'
  | 'growth'
  | 'reports'
  | 'bulk'
  | 'tracing'
  | 'replicas'
  | 'neighbour'
  | 'writes'
  | 'memory'
  | 'startMs'
  | 'broken'
> & {
  machine: Machine;
};

/** Measured on servers of their own. */
const apart = ['growth', 'reports', 'bulk', 'tracing'] as const;
type Apart = (typeof apart)[number];

const starts = 3;
/** Of a part that measures something else. */
const nothing = {
  cells: [],
  growth: [],
  reports: [],
  bulk: [],
  tracing: [],
  replicas: [],
  neighbour: undefined,
  writes: [],
  memory: { samples: [], peak: {} },
  startMs: undefined,
};

const cellsFor = (only: string | undefined): Cell[] =>
  allCells.filter(({ scenario, target }) => !only || scenario === only || target === only);

/** On servers of its own, with an empty database. */
const runAlone = async <What extends Apart>(
  what: What,
  measure: (product: Product) => Promise<Results[What]>,
  loadBefore: number,
  log: Log,
): Promise<Part> => {
  log(`${what}: starting the product with an empty database`);
  const product = await startProduct();
  try {
    const machine = await describeMachine(product, loadBefore);
    const measured = await measure(product);
    log(`${what}: checking the data`);
    const broken = await findBrokenRules(product.database);
    return { ...nothing, machine, broken, [what]: measured };
  } finally {
    await product.stop();
    // Removes the data folders, of up to a million records.
    await endGuard();
  }
};

const measureCells = async (
  stack: BenchStack,
  settings: Settings,
  cells: readonly Cell[],
  log: Log,
): Promise<CellResult[]> => {
  const { product, groups, placeOf, hasNginx } = stack;
  const { generator, servers } = product;
  const statements = await captureStatements(product);
  const pgbench = (scenario: string) => measurePgbench(servers, groups, scenario, statements, settings.pgbenchSeconds);
  const measured = cells.filter(
    ({ target }) => (target !== 'pgbench' || hasPgbench) && (target !== 'nginx' || hasNginx),
  );
  const compared = { generator, placeOf, measurePgbench: pgbench };
  const rounds = await makeMeasureScenarios(compared, settings, log)(measured);
  return measured.flatMap((cell) => resultOf(cell, rounds));
};

const runScenarios = async (settings: Settings, { only }: Options, loadBefore: number, log: Log): Promise<Part> => {
  log('starting the product and its alternatives');
  const stack = await startStack();
  const { product, databases } = stack;
  try {
    const machine = await describeMachine(product, loadBefore);
    const startTimes: number[] = [];
    for (let i = 0; i < starts; i++) startTimes.push(await measureStart(product));
    const memory = watchMemory(stack.groups);
    log('filling 101 companies with 2,000 sales and 1,000 clients each');
    await Promise.all(Object.values(databases).map((database) => fill(database, [crowd, hot])));
    await expectSameReplies(product.processes.url, stack.baseline.url);
    const cells = cellsFor(only);
    const measured = cells.length > 0 ? await measureCells(stack, settings, cells, log) : [];
    const replicas = only === 'replicas' ? await measureReplicas(product, settings, log) : [];
    const neighbour = !only || only === 'neighbour' ? await measureNeighbour(product, settings, log) : undefined;
    if (only === 'soak') await soak(product, log);
    log('checking the data');
    const broken = await Promise.all(Object.values(databases).map(findBrokenRules));
    const writes = !only || only === 'writes' ? await measureWriteCosts(product, settings, log) : [];
    return {
      machine,
      cells: measured,
      growth: [],
      reports: [],
      bulk: [],
      tracing: [],
      replicas,
      neighbour,
      writes,
      memory: memory.stop(),
      startMs: median(startTimes),
      broken: broken.flat(),
    };
  } finally {
    await stack.stop();
  }
};

export const runBench = async (options: Options, log: Log): Promise<Results> => {
  const begun = performance.now();
  const loadBefore = loadNow();
  const stolenBefore = readStolen();
  const settings = settingsFor(options);
  const { only, quick } = options;
  log('building');
  await buildProcesses();
  const runIf = <What extends Apart>(what: What, measure: (product: Product) => Promise<Results[What]>) =>
    !only || only === what ? runAlone(what, measure, loadBefore, log) : undefined;
  const growth = await runIf('growth', (product) => measureGrowth(product, settings, log));
  const reports = await runIf('reports', (product) => measureReports(product, settings, log));
  const bulk = await runIf('bulk', (product) => measureBulk(product, log));
  const tracing = await runIf('tracing', (product) => measureTracing(product, settings, log));
  const isApart = only !== undefined && (apart as readonly string[]).includes(only);
  const scenarios = isApart ? undefined : await runScenarios(settings, options, loadBefore, log);
  const stolenAfter = readStolen();
  const stolen = (stolenAfter.stolen - stolenBefore.stolen) / (stolenAfter.all - stolenBefore.all);
  const parts = { ...growth, ...reports, ...bulk, ...tracing, ...scenarios } as Part;
  return {
    ...parts,
    machine: { ...parts.machine, stolenPercent: stolen * 100 },
    growth: growth?.growth ?? [],
    reports: reports?.reports ?? [],
    bulk: bulk?.bulk ?? [],
    tracing: tracing?.tracing ?? [],
    broken: [growth, reports, bulk, tracing, scenarios].flatMap((part) => part?.broken ?? []),
    kind: only ? `only ${only}` : quick ? 'quick' : 'whole',
    seconds: (performance.now() - begun) / 1_000,
    source: countSource(),
  };
};
