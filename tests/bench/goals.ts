import { bulkOperations, exportSizes, importSizes } from './bulk.ts';
import { type Target, titles, tracedScenarios } from './cells.ts';
import type { Curve, Point } from './growth.ts';
import { before } from './reference-commit.ts';
import { reportNames } from './reports.ts';
import { findCell, type Results, serverCpu } from './results.ts';
import { median } from './statistics.ts';
import { titleOf, writeCosts } from './write-costs.ts';

export interface Goal {
  figure: string;
  goal: string;
  measured: string;
  /** Undefined when this run did not measure it. */
  met: boolean | undefined;
}

const notMeasured = 'not measured in this run';
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const micros = (value: number): string => `${whole(value)} µs`;
const millis = (value: number | undefined): string => `${value?.toFixed(value < 10 ? 2 : 0)} ms`;
const times = (value: number): string => `${value.toFixed(2)} ×`;
const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

interface Bound {
  figure: string;
  /** A bound, as number and as text. */
  atMost?: number;
  atLeast?: number;
  goal: string;
  /** Undefined when it was not measured. */
  value: number | undefined;
  show: (value: number) => string;
}

const judgeOne = ({ figure, goal, value, show, atMost, atLeast }: Bound): Goal =>
  value === undefined || Number.isNaN(value)
    ? { figure, goal, measured: notMeasured, met: undefined }
    : { figure, goal, measured: show(value), met: value <= (atMost ?? value) && value >= (atLeast ?? value) };

const divided = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a / b;

/** The worst size, compared with a company that stays small and is measured by turns with it. */
const growthGoal = ({ growth }: Results, operation: string): Goal => {
  const points = growth.find((curve: Curve) => curve.operation === operation)?.points ?? [];
  const ratio = ({ latency, besideSmall }: Point): number => divided(latency.p50, besideSmall?.p50) ?? Number.NaN;
  const later = points.slice(1);
  const largestRatio = Math.max(...later.map(ratio));
  const worst = later.find((point) => ratio(point) === largestRatio);
  return judgeOne({
    figure: `${operation}, one company alone, ${whole(points[0]?.size ?? 1_000)} → ${whole(points.at(-1)?.size ?? 1_000_000)}`,
    goal: '≤ 1.2 × at every size',
    atMost: 1.2,
    value: later.length > 0 ? largestRatio : undefined,
    show: (v) =>
      `${times(v)} (${millis(worst?.besideSmall?.p50)} → ${millis(worst?.latency.p50)} at ${whole(worst?.size ?? 0)})`,
  });
};

/** At the largest size, compared with the plain list. */
const filteredListGoal = ({ growth }: Results, operation: string, plain: string): Goal => {
  const last = (name: string): Point | undefined =>
    growth.find((curve: Curve) => curve.operation === name)?.points.at(-1);
  const [own, other] = [last(operation), last(plain)];
  return judgeOne({
    figure: `${operation}, compared with ${plain}, at ${whole(own?.size ?? 1_000_000)}`,
    goal: '≤ 1.5 ×',
    atMost: 1.5,
    value: divided(own?.latency.p50, other?.latency.p50),
    show: (v) => `${times(v)} (${millis(other?.latency.p50)} → ${millis(own?.latency.p50)})`,
  });
};

/** For a company of 100,000 sales. */
const reportGoal = ({ reports }: Results, name: string): Goal =>
  judgeOne({
    figure: `report of 100,000 sales: ${name}`,
    goal: 'p99 ≤ 300 ms',
    atMost: 300,
    value: reports.find((report) => report.name === name)?.latency.p99,
    show: millis,
  });

const importGoal = ({ bulk }: Results): Goal => {
  const [size] = importSizes;
  const measured = bulk.find(({ operation, records }) => operation === bulkOperations.import && records === size);
  return judgeOne({
    figure: `${bulkOperations.import}, ${whole(size)}`,
    goal: '< 20 s',
    atMost: 20,
    value: measured?.seconds,
    show: (v) => `${v.toFixed(1)} s`,
  });
};

/** Memory with the large file, compared with the small one. */
const memoryGoal = (
  { bulk }: Results,
  service: string,
  what: string,
  [small, large]: readonly [number, number],
): Goal => {
  const peakOf = (size: number) =>
    bulk.find(({ operation, records }) => operation === what && records === size)?.peakMb;
  return judgeOne({
    figure: `memory of ${service}: ${what}, ${whole(small)} → ${whole(large)}`,
    goal: 'flat (≤ 1.2 ×)',
    atMost: 1.2,
    value: divided(peakOf(large), peakOf(small)),
    show: (v) => `${times(v)} (${whole(peakOf(small) ?? 0)} → ${whole(peakOf(large) ?? 0)} MB)`,
  });
};

const postgresGoal = (results: Results, scenario: string, max: number): Goal =>
  judgeOne({
    figure: `CPU of PostgreSQL: ${titles[scenario]}`,
    goal: `≤ ${max} µs`,
    atMost: max,
    value: findCell(results, 'product', scenario)?.cpu.postgres,
    show: micros,
  });

const listCpuGoal = (results: Results): Goal => {
  const cell = findCell(results, 'product', 'list-sales');
  return judgeOne({
    figure: `CPU of all processes: ${titles['list-sales']}`,
    goal: `≤ 0.85 × before (${micros(before.listSalesCpu)})`,
    atMost: 0.85,
    value: divided(cell && serverCpu(cell), before.listSalesCpu),
    show: (v) => `${times(v)} (${micros(v * before.listSalesCpu)})`,
  });
};

const throughputGoal = (results: Results, scenario: string, min: number): Goal => {
  const [own, other] = rates(results, scenario, 'product', 'baseline');
  return judgeOne({
    figure: `throughput: ${titles[scenario]}`,
    goal: `≥ ${min} × baseline`,
    atLeast: min,
    value: divided(own, other),
    show: (v) => `${times(v)} (${whole(own ?? 0)} and ${whole(other ?? 0)} per second)`,
  });
};

interface Cost {
  figure: string;
  goal: string;
  atMost: number;
  /** Per second, with what costs it and without. */
  own: number | undefined;
  plain: number | undefined;
}

/** The share of throughput that something takes. */
const costGoal = ({ own, plain, ...bound }: Cost): Goal => {
  const ratio = divided(own, plain);
  return judgeOne({
    ...bound,
    value: ratio === undefined ? undefined : 1 - ratio,
    show: (v) => `${percent(v)} (${whole(own ?? 0)} of ${whole(plain ?? 0)} per second)`,
  });
};

const writeGoals = ({ writes }: Results): Goal[] =>
  Object.entries(writeCosts).flatMap(([part, { what, scenarios }]) =>
    scenarios.map((scenario) => {
      const measured = writes.find((one) => one.part === part && one.scenario === scenario);
      return costGoal({
        figure: `cost of ${what}: ${titleOf(scenario)}`,
        goal: 'at most 10 % of throughput',
        atMost: 0.1,
        own: measured?.whole,
        plain: measured?.without,
      });
    }),
  );

const rates = (results: Results, scenario: string, ...targets: Target[]): (number | undefined)[] =>
  targets.map((target) => findCell(results, target, scenario)?.rps);

const latencyGoal = (results: Results, scenario: string, quantile: 'p50' | 'p99'): Goal => {
  const [own, other] = (['product', 'baseline'] as const).map(
    (target) => findCell(results, target, scenario)?.open?.latency[quantile],
  );
  return judgeOne({
    figure: `${quantile} at the same rate: ${titles[scenario]}`,
    goal: '≤ 2.5 × baseline',
    atMost: 2.5,
    value: divided(own, other),
    show: (v) => `${times(v)} (${millis(own)} and ${millis(other)})`,
  });
};

const tracingGoal = (results: Results, scenario: string, target: Target, what: string, max: number): Goal => {
  const [plain, own] = rates(results, scenario, 'untraced', target);
  const figure = `tracing ${what}: ${titles[scenario]}`;
  return costGoal({ figure, goal: `costs ≤ ${percent(max)} of throughput`, atMost: max, own, plain });
};

const neighbourGoal = ({ neighbour }: Results, sends: 'ten times' | 'flood', than: 'quiet' | 'at limit'): Goal => {
  const slowdown = neighbour?.slowdown[sends][than];
  const what = sends === 'flood' ? 'that sends what 64 connections can' : 'at ten times its limit';
  return judgeOne({
    figure: `the others' p99 beside a company ${what}, compared with one ${than === 'quiet' ? 'that sends nothing' : 'at its limit'}`,
    goal: 'at most 20 % more',
    atMost: 0.2,
    value: slowdown === undefined ? undefined : slowdown - 1,
    show: (v) =>
      `${percent(v)} (${millis(neighbour?.latency[than].p99)} → ${millis(neighbour?.latency[sends].p99)}; of its ${whole(neighbour?.sent[sends] ?? 0)} per second ${whole(neighbour?.allowed[sends] ?? 0)} were allowed)`,
  });
};

export const nodeProcesses = ['gateway', 'sales', 'clients', 'catalog'];

/** The last third of the run compared with the middle one. In the first the processes warm up. */
const memoryGrowth = ({ memory: { samples } }: Results, name: string): number => {
  const values = samples.map((sample) => sample.memory[name] ?? 0);
  const third = Math.floor(values.length / 3);
  return median(values.slice(2 * third)) / median(values.slice(third, 2 * third));
};

const processGoals = (results: Results): Goal[] => {
  const peak = Math.max(...nodeProcesses.map((name) => results.memory.peak[name] ?? Number.NaN));
  const growth = Math.max(...nodeProcesses.map((name) => memoryGrowth(results, name)));
  const enough = results.memory.samples.length >= 100;
  return [
    judgeOne({
      figure: 'memory of the largest process',
      goal: '≤ 250 MB',
      atMost: 250,
      value: peak,
      show: (v) => `${whole(v)} MB`,
    }),
    judgeOne({
      figure: 'memory under load: last third of the run to the middle third',
      goal: 'flat (≤ 1.1 ×)',
      atMost: 1.1,
      value: enough ? growth : undefined,
      show: times,
    }),
    judgeOne({
      figure: 'start of one process until it is ready',
      goal: '≤ 1 s',
      atMost: 1_000,
      value: results.startMs,
      show: millis,
    }),
  ];
};

const sourceGoal = ({ source }: Results): Goal =>
  judgeOne({
    figure: 'lines of product source',
    goal: `fewer than ${whole(before.source.lines)} (in ${before.source.files} files)`,
    atMost: before.source.lines - 1,
    value: source.lines,
    show: (v) => `${whole(v)} (in ${source.files} files)`,
  });

const zeroGoal = (figure: string, value: number): Goal =>
  judgeOne({ figure, goal: '0', atMost: 0, value, show: String });

export const judge = (results: Results): Goal[] => {
  const neighbours = results.neighbour ? [results.neighbour] : [];
  const measured = [
    ...results.cells,
    ...results.tracing,
    ...results.reports,
    ...results.replicas,
    ...results.writes,
    ...neighbours,
    ...results.growth.flatMap(({ points }) => points),
  ];
  return [
    growthGoal(results, 'list sales, page 1'),
    growthGoal(results, 'list clients, page 1'),
    filteredListGoal(results, 'list sales, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a client', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a status by value, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a representada by date, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a client by value, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a quarter, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of two years from a value, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list cancelled sales of a representada by value, cursor', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a representada, page 1', 'list sales, page 1'),
    filteredListGoal(results, 'list sales of a status, page 1', 'list sales, page 1'),
    filteredListGoal(results, 'list clients of a city by name, cursor', 'list clients, page 1'),
    ...reportNames.map((name) => reportGoal(results, name)),
    importGoal(results),
    memoryGoal(results, 'sales', bulkOperations.export, exportSizes),
    memoryGoal(results, 'clients', bulkOperations.import, importSizes),
    postgresGoal(results, 'list-sales', 300),
    postgresGoal(results, 'list-clients', 200),
    listCpuGoal(results),
    ...['list-sales', 'list-clients', 'search-clients', 'mixed-day'].map((name) => throughputGoal(results, name, 0.6)),
    throughputGoal(results, 'create-sale', 0.8),
    ...writeGoals(results),
    ...['list-sales', 'list-clients', 'read-sale', 'update-client', 'delete-sale', 'mixed-day'].map((name) =>
      latencyGoal(results, name, 'p99'),
    ),
    latencyGoal(results, 'create-sale', 'p50'),
    neighbourGoal(results, 'ten times', 'at limit'),
    neighbourGoal(results, 'ten times', 'quiet'),
    neighbourGoal(results, 'flood', 'at limit'),
    neighbourGoal(results, 'flood', 'quiet'),
    ...tracedScenarios.map((name) => tracingGoal(results, name, 'traced', 'every request', 0.25)),
    ...tracedScenarios.map((name) => tracingGoal(results, name, 'traced-tenth', 'one request in ten', 0.05)),
    ...processGoals(results),
    sourceGoal(results),
    zeroGoal(
      'replies with another status than expected',
      measured.reduce((sum, { errors }) => sum + errors, 0),
    ),
    zeroGoal('rules that the data breaks afterwards', results.broken.length),
  ];
};
