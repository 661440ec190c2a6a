import { titles } from './cells.ts';
import type { Curve } from './growth.ts';
import { findCell, type Results } from './results.ts';
import { median } from './statistics.ts';

export interface Goal {
  figure: string;
  goal: string;
  measured: string;
  /** Undefined when this run did not measure it. */
  met: boolean | undefined;
}

const notMeasured = 'not measured in this run';
const micros = (value: number): string => `${value.toFixed(0)} µs`;
const millis = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (value: number): string => `${value.toFixed(2)} ×`;

interface Bound {
  figure: string;
  goal: string;
  /** Undefined in, undefined out. */
  value: number | undefined;
  show: (value: number) => string;
  holds: (value: number) => boolean;
}

const goal = ({ figure, goal, value, show, holds }: Bound): Goal =>
  value === undefined || Number.isNaN(value)
    ? { figure, goal, measured: notMeasured, met: undefined }
    : { figure, goal, measured: show(value), met: holds(value) };

const divided = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

const gatewayGoals = (results: Results): Goal[] =>
  ['small-reply', 'list-sales'].flatMap((scenario) => {
    const what = scenario === 'small-reply' ? 'before a service that does nothing' : 'in the whole system, 20 rows';
    const gateway = findCell(results, 'product', scenario)?.cpu.gateway;
    const nginx = findCell(results, 'nginx', scenario)?.cpu.nginx;
    return [
      goal({
        figure: `gateway, CPU per request (${what})`,
        goal: '≤ 200 µs',
        value: gateway,
        show: micros,
        holds: (v) => v <= 200,
      }),
      goal({
        figure: `gateway against nginx (${what})`,
        goal: '≤ 4 × its CPU',
        value: divided(gateway, nginx),
        show: (ratio) => `${times(ratio)} (nginx: ${micros(nginx ?? 0)})`,
        holds: (ratio) => ratio <= 4,
      }),
    ];
  });

const ratioGoal = (
  results: Results,
  figure: string,
  scenario: string,
  against: 'pgbench' | 'baseline',
  least: number,
): Goal => {
  const own = findCell(results, 'product', scenario)?.rps;
  const other = findCell(results, against, scenario)?.rps;
  return goal({
    figure,
    goal: `≥ ${least} × ${against}`,
    value: divided(own, other),
    show: (ratio) => `${times(ratio)} (${own?.toFixed(0)} of ${other?.toFixed(0)} per second)`,
    holds: (ratio) => ratio >= least,
  });
};

const tracedGoal = (results: Results, scenario: string): Goal => {
  const [plain, traced] = [findCell(results, 'product', scenario)?.rps, findCell(results, 'traced', scenario)?.rps];
  return goal({
    figure: `tracing every request: ${titles[scenario]}`,
    goal: 'costs ≤ 15 % of throughput',
    value: divided(traced, plain),
    show: (ratio) => `${((1 - ratio) * 100).toFixed(0)} % (${traced?.toFixed(0)} of ${plain?.toFixed(0)} per second)`,
    holds: (ratio) => ratio >= 0.85,
  });
};

/** An even spread is one in which no replica does a quarter more than its part. */
const replicasGoals = ({ replicas }: Results): Goal[] => {
  return (['http', 'nats'] as const).map((way) => {
    const uneven = replicas.map(({ shares }) => (Math.max(...shares[way]) * shares[way].length) / 100);
    return goal({
      figure: `busiest replica of sales, over ${way.toUpperCase()}`,
      goal: '≤ 1.25 × an even part',
      value: replicas.length > 0 ? Math.max(...uneven) : undefined,
      show: times,
      holds: (ratio) => ratio <= 1.25,
    });
  });
};

const p50 = ({ growth }: Results, operation: string, size: number): number | undefined => {
  const curve = growth.find((one: Curve) => one.by === 'records' && one.operation === operation);
  return curve?.points.find((point) => point.size === size)?.latency.p50;
};

const growthGoals = (results: Results): Goal[] => {
  const million = 1_000_000;
  const lists = ['list sales', 'list clients'].flatMap((list) => {
    const [large, little] = [p50(results, `${list}, page 1`, million), p50(results, `${list}, page 1`, 1_000)];
    const deep = p50(results, `${list}, page 5,000`, million);
    const show = (ratio: number): string => `${times(ratio)} (${millis(large ?? 0)} at 1,000,000)`;
    return [
      goal({
        figure: `${list}, page 1 at 1,000,000`,
        goal: '≤ 1.2 × at 1,000',
        value: divided(large, little),
        show,
        holds: (v) => v <= 1.2,
      }),
      goal({
        figure: `${list}, page 5,000`,
        goal: '≤ 5 × page 1',
        value: divided(deep, large),
        show: (ratio) => `${times(ratio)} (${millis(deep ?? 0)})`,
        holds: (ratio) => ratio <= 5,
      }),
    ];
  });
  const search = p50(results, 'search clients, finds one', million);
  const page = p50(results, 'list clients, page 1', million);
  return [
    ...lists,
    goal({
      figure: 'selective search at 1,000,000',
      goal: '≤ 10 × page 1',
      value: divided(search, page),
      show: times,
      holds: (v) => v <= 10,
    }),
    goal({
      figure: 'selective search at 1,000,000',
      goal: '≤ 30 ms',
      value: search,
      show: millis,
      holds: (v) => v <= 30,
    }),
  ];
};

export const nodeProcesses = ['gateway', 'sales', 'clients', 'catalog'];

/** The last third of the run against the middle one: the first is for getting warm. */
const memoryGrowth = ({ memory: { samples } }: Results, name: string): number => {
  const values = samples.map((sample) => sample.memory[name] ?? 0);
  const third = Math.floor(values.length / 3);
  return median(values.slice(2 * third)) / median(values.slice(third, 2 * third));
};

const processGoals = (results: Results): Goal[] => {
  const peaks = nodeProcesses.map((name) => results.memory.peak[name] ?? Number.NaN);
  const peak = Math.max(...peaks);
  const growth = Math.max(...nodeProcesses.map((name) => memoryGrowth(results, name)));
  const enough = results.memory.samples.length >= 30;
  return [
    goal({
      figure: 'memory of the largest process',
      goal: '< 150 MB',
      value: peak,
      show: (v) => `${v.toFixed(0)} MB`,
      holds: (v) => v < 150,
    }),
    goal({
      figure: 'memory under load: last third of the run against the middle',
      goal: 'flat (≤ 1.1 ×)',
      value: enough ? growth : undefined,
      show: times,
      holds: (v) => v <= 1.1,
    }),
    goal({
      figure: 'start of one process to ready',
      goal: '< 1 s',
      value: results.startMs,
      show: millis,
      holds: (v) => v < 1_000,
    }),
  ];
};

export const judge = (results: Results): Goal[] => {
  const errors = [...results.cells, ...results.replicas, ...results.growth.flatMap(({ points }) => points)].reduce(
    (sum, one) => sum + one.errors,
    0,
  );
  return [
    ...gatewayGoals(results),
    ratioGoal(results, 'create sale', 'create-sale', 'pgbench', 0.35),
    ratioGoal(results, 'list sales', 'list-sales', 'pgbench', 0.25),
    ratioGoal(results, 'create sale, all in one hot company', 'create-sale-hot', 'pgbench', 0.6),
    ratioGoal(results, 'list sales', 'list-sales', 'baseline', 0.6),
    ratioGoal(results, 'create sale', 'create-sale', 'baseline', 0.6),
    ratioGoal(results, 'mixed day', 'mixed-day', 'baseline', 0.6),
    ...['list-sales', 'create-sale', 'mixed-day'].map((scenario) => tracedGoal(results, scenario)),
    ...growthGoals(results),
    ...replicasGoals(results),
    ...processGoals(results),
    goal({ figure: 'wrong answers', goal: '0', value: errors, show: String, holds: (v) => v === 0 }),
    goal({
      figure: 'rules broken in the data afterwards',
      goal: '0',
      value: results.broken.length,
      show: String,
      holds: (v) => v === 0,
    }),
  ];
};
