import { blockOf, type Cell, hasLatency, nameOf, scenarios, stubScenario, type Target } from './cells.ts';
import type { Job } from './load/job.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { FilledDatabase, Product } from './product.ts';
import type { Settings } from './settings.ts';
import { median } from './statistics.ts';
import type { Groups } from './usage.ts';

/** All measurements by `nameOf(cell)`, and the open loop's rate by scenario. */
export interface Rounds {
  closed: Map<string, Measurement[]>;
  open: Map<string, Measurement[]>;
  rates: Map<string, number>;
}

/** Where the requests of a cell go, and whose CPU is counted. */
export interface Place {
  port: number;
  groups: Groups;
  database: FilledDatabase;
  gatewaySecret?: string;
}

/** What is compared. */
export interface Compared {
  generator: Product['generator'];
  placeOf(cell: Cell): Place;
  /** Where pgbench is a target. */
  measurePgbench?: (scenario: string) => Promise<Measurement>;
}

/** How each system of the cells is warmed up. */
const warmUpsOf = (cells: readonly Cell[]): Cell[] => {
  const isStub = ({ scenario }: Cell): boolean => scenario === stubScenario;
  const systemOf = ({ target }: Cell): Target => (target === 'nginx' || target === 'pgbench' ? 'product' : target);
  const systems = new Set(cells.filter((cell) => !isStub(cell)).map(systemOf));
  return [
    ...[...systems].map((target) => ({ target, scenario: 'mixed-day' })),
    ...(cells.some(isStub) ? [{ target: 'product' as const, scenario: stubScenario }] : []),
  ];
};

/** Latency is measured at this share of the product's capacity, on the product and on the baseline. */
const shareOfCapacity = 0.5;

export const makeMeasureScenarios = (
  { generator, placeOf, measurePgbench }: Compared,
  settings: Settings,
  log: (line: string) => void,
) => {
  const deleted = new Map<FilledDatabase, number>();
  let seed = 1;

  const measure = async (cell: Cell, seconds: number, connections: number, rate?: number): Promise<Measurement> => {
    const { target, scenario } = cell;
    if (target === 'pgbench' && measurePgbench) return measurePgbench(scenario);
    const { port, groups, database, gatewaySecret } = placeOf(cell);
    const job: Job = {
      scenario,
      port,
      connections,
      seconds,
      rate,
      seed: seed++ * 1_000_003,
      block: blockOf(scenario),
      gatewaySecret,
      deleted: deleted.get(database) ?? 0,
    };
    const measurement = await measureHttp({ generator, groups }, job);
    deleted.set(database, measurement.deleted);
    return measurement;
  };

  /** pgbench keeps nothing from one run to the next. */
  const warmUp = async (cell: Cell, seconds: number): Promise<void> => {
    if (cell.target !== 'pgbench') await measure(cell, seconds, settings.connections);
  };

  const add = (to: Map<string, Measurement[]>, cell: Cell, measurement: Measurement): void => {
    const name = nameOf(cell);
    to.set(name, [...(to.get(name) ?? []), measurement]);
  };

  /** The targets take turns, so that a disturbance of the machine affects them alike. */
  const measureScenario = async (scenario: string, cells: readonly Cell[], rounds: Rounds): Promise<void> => {
    for (const cell of cells) await warmUp(cell, settings.warmUpSeconds);
    for (let round = 1; round <= settings.closedRounds; round++) {
      for (const cell of cells) {
        log(`${nameOf(cell)}, round ${round} of ${settings.closedRounds}`);
        await warmUp(cell, settings.leadSeconds);
        add(rounds.closed, cell, await measure(cell, settings.closedSeconds, settings.connections));
      }
    }
    const compared = cells.filter(({ target }) => target === 'product' || target === 'baseline');
    if (!hasLatency(scenario) || compared.length === 0) return;
    const rate = rateFor(rounds, compared[0] as Cell);
    rounds.rates.set(scenario, rate);
    for (let round = 1; round <= settings.openRounds; round++) {
      for (const cell of compared) {
        log(`${nameOf(cell)}, latency at ${rate} per second`);
        await warmUp(cell, settings.leadSeconds);
        add(rounds.open, cell, await measure(cell, settings.openSeconds, settings.openConnections, rate));
      }
    }
  };

  return async (cells: readonly Cell[]): Promise<Rounds> => {
    const rounds: Rounds = { closed: new Map(), open: new Map(), rates: new Map() };
    for (const cell of warmUpsOf(cells)) {
      log(`warming up: ${nameOf(cell)}`);
      await warmUp(cell, settings.systemWarmUpSeconds);
    }
    for (const scenario of scenarios) {
      const compared = cells.filter((cell) => cell.scenario === scenario);
      if (compared.length > 0) await measureScenario(scenario, compared, rounds);
    }
    return rounds;
  };
};

/** Of the first that is compared: the product, unless a run is limited to the baseline. */
const rateFor = ({ closed }: Rounds, cell: Cell): number => {
  const capacity = median((closed.get(nameOf(cell)) ?? []).map(({ rps }) => rps));
  return Math.max(1, Math.round(capacity * shareOfCapacity));
};
