import { allCells, type Cell } from './cells.ts';
import type { Options } from './config.ts';
import { crowd, hot, small } from './fill/blocks.ts';
import { findBroken } from './fill/check.ts';
import { fill } from './fill/fill.ts';
import { type Curve, growRecords, makeGrowCompanies } from './growth.ts';
import { captureStatements } from './limits/statements.ts';
import { describeMachine, loadNow } from './machine.ts';
import { watchMemory } from './memory.ts';
import { type Plan, planFor } from './plan.ts';
import { growReplicas } from './replicas.ts';
import { type CellResult, type Results, resultOf } from './results.ts';
import { makeRounds } from './rounds.ts';
import { soak } from './soak.ts';
import { type BenchStack, measureStart, startStack } from './stack.ts';
import { median } from './statistics.ts';
import { readStolen } from './usage.ts';

const [growth, replicas] = ['growth', 'replicas'];
const starts = 3;

type Say = (what: string) => void;

const cellsFor = (only: string | undefined): Cell[] =>
  allCells.filter(({ scenario, target }) => !only || scenario === only || target === only);

const measureCells = async (stack: BenchStack, plan: Plan, cells: readonly Cell[], say: Say): Promise<CellResult[]> => {
  const statements = await captureStatements(stack);
  const rounds = await makeRounds(stack, statements, plan, say)(cells);
  return cells.flatMap((cell) => resultOf(cell, rounds));
};

/** One company, then a hundred, which the scenarios use, and only after those the great many. */
const fillAndMeasure = async (stack: BenchStack, plan: Plan, { only }: Options, say: Say) => {
  const { product, baseline } = stack.databases;
  const companies = makeGrowCompanies(stack, plan, say);
  const growing = !only || only === growth;
  const [, , mostCompanies] = plan.companyCounts;
  const cells = cellsFor(only);

  say('filling 101 companies with 2,000 sales and 1,000 clients each');
  if (growing) {
    await fill(product, [{ ...crowd, last: 1 }]);
    await companies.measureAt(1);
  }
  await Promise.all([
    fill(product, [{ ...crowd, first: growing ? 2 : 1 }, hot]),
    cells.length > 0 && fill(baseline, [crowd, hot]),
  ]);
  if (growing) await companies.measureAt(crowd.last);

  const measured = cells.length > 0 ? await measureCells(stack, plan, cells, say) : [];

  const replicasPoints = !only || only === replicas ? await growReplicas(stack, plan, say) : [];

  const curves: Curve[] = [];
  if (growing) {
    if (mostCompanies) {
      await fill(product, [small(mostCompanies)]);
      await companies.measureAt(mostCompanies);
    }
    curves.push(...(await growRecords(stack, plan, say)), ...companies.curves);
  }
  if (only === 'soak') await soak(stack, say);
  return { cells: measured, replicas: replicasPoints, growth: curves };
};

const checkAll = async ({ databases }: BenchStack): Promise<string[]> => {
  const found = await Promise.all(Object.values(databases).map(findBroken));
  return found.flat();
};

export const runBench = async (options: Options, say: Say): Promise<Results> => {
  const begun = performance.now();
  const loadBefore = loadNow();
  say('building and starting the stack');
  const stack = await startStack();
  const stolenBefore = readStolen();
  try {
    const machine = await describeMachine(stack, loadBefore);
    const startTimes: number[] = [];
    for (let i = 0; i < starts; i++) startTimes.push(await measureStart(stack));
    const memory = watchMemory(stack.groups.product);
    const measured = await fillAndMeasure(stack, planFor(options), options, say);
    say('checking the data');
    const broken = await checkAll(stack);
    const stolenAfter = readStolen();
    const stolen = (stolenAfter.stolen - stolenBefore.stolen) / (stolenAfter.all - stolenBefore.all);
    return {
      machine: { ...machine, stolenPercent: stolen * 100 },
      kind: options.only ? `only ${options.only}` : options.quick ? 'quick' : 'whole',
      seconds: (performance.now() - begun) / 1_000,
      ...measured,
      memory: memory.stop(),
      startMs: median(startTimes),
      broken,
    };
  } finally {
    await stack.stop();
  }
};
