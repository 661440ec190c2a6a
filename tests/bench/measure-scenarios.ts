import { blockOf, type Cell, hasLatency, nameOf, targets } from './cells.ts';
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

/** Where the requests of a target go, and whose CPU is counted. */
export interface Place {
  port: number;
  groups: Groups;
  database: FilledDatabase;
}

interface Compared {
  generator: Product['generator'];
  places: Record<Cell['target'], Place>;
}

/** Latency is measured at this share of the product's capacity, on the product and on the baseline. */
const shareOfCapacity = 0.5;

export const measureScenarios = async (
  { generator, places }: Compared,
  scenarios: readonly string[],
  settings: Settings,
  log: (line: string) => void,
): Promise<Rounds> => {
  const rounds: Rounds = { closed: new Map(), open: new Map(), rates: new Map() };
  const deleted = new Map<FilledDatabase, number>();
  let seed = 1;

  const measure = async (cell: Cell, seconds: number, connections: number, rate?: number): Promise<Measurement> => {
    const { port, groups, database } = places[cell.target];
    const { scenario } = cell;
    const work = { scenario, port, connections, seconds, rate, block: blockOf(scenario) };
    const job = { ...work, seed: seed++ * 1_000_003, deleted: deleted.get(database) ?? 0 };
    const measurement = await measureHttp({ generator, groups }, job);
    deleted.set(database, measurement.deleted);
    return measurement;
  };
  const warmUp = (cell: Cell, seconds: number): Promise<unknown> => measure(cell, seconds, settings.connections);
  const add = (to: Map<string, Measurement[]>, cell: Cell, measurement: Measurement): void => {
    to.set(nameOf(cell), [...(to.get(nameOf(cell)) ?? []), measurement]);
  };

  /** The targets take turns, so that a disturbance of the machine affects them alike. */
  const measureScenario = async (scenario: string): Promise<void> => {
    const cells = targets.map((target) => ({ target, scenario }));
    for (const cell of cells) await warmUp(cell, settings.warmUpSeconds);
    for (let round = 1; round <= settings.closedRounds; round++) {
      for (const cell of cells) {
        log(`${nameOf(cell)}, round ${round} of ${settings.closedRounds}`);
        await warmUp(cell, settings.leadSeconds);
        add(rounds.closed, cell, await measure(cell, settings.closedSeconds, settings.connections));
      }
    }
    if (!hasLatency(scenario)) return;
    const capacity = median((rounds.closed.get(`product ${scenario}`) ?? []).map(({ rps }) => rps));
    const rate = Math.max(1, Math.round(capacity * shareOfCapacity));
    rounds.rates.set(scenario, rate);
    for (let round = 1; round <= settings.openRounds; round++) {
      for (const cell of cells) {
        log(`${nameOf(cell)}, latency at ${rate} per second`);
        await warmUp(cell, settings.leadSeconds);
        add(rounds.open, cell, await measure(cell, settings.openSeconds, settings.openConnections, rate));
      }
    }
  };

  for (const target of targets) {
    log(`warming up the ${target}`);
    await warmUp({ target, scenario: 'mixed-day' }, settings.systemWarmUpSeconds);
  }
  for (const scenario of scenarios) await measureScenario(scenario);
  return rounds;
};
