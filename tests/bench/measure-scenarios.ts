import { blockOf, type Cell, hasLatency, nameOf, scenarios, stubScenario, tracedScenarios } from './cells.ts';
import { hasPgbench, measurePgbench } from './limits/pgbench.ts';
import type { Statements } from './limits/statements.ts';
import type { Job } from './load/job.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { Settings } from './settings.ts';
import type { BenchStack } from './stack.ts';
import { median } from './statistics.ts';
import type { Groups } from './usage.ts';

/** All measurements by `nameOf(cell)`, and the open loop's rate by scenario. */
export interface Rounds {
  closed: Map<string, Measurement[]>;
  open: Map<string, Measurement[]>;
  rates: Map<string, number>;
}

/** How each system is warmed up, and the cells that need it. */
const systems: { cell: Cell; isFor: (cell: Cell) => boolean }[] = [
  { cell: { target: 'product', scenario: 'mixed-day' }, isFor: ({ scenario }) => scenario !== stubScenario },
  ...(['baseline', 'traced', 'traced-tenth'] as const).map((name) => ({
    cell: { target: name, scenario: 'mixed-day' },
    isFor: ({ target }: Cell) => target === name,
  })),
  { cell: { target: 'product', scenario: stubScenario }, isFor: ({ scenario }) => scenario === stubScenario },
];

/** Latency is measured at this share of the product's capacity, on the product and on the baseline. */
const shareOfCapacity = 0.5;

export const makeMeasureScenarios = (
  stack: BenchStack,
  statements: Statements,
  settings: Settings,
  log: (line: string) => void,
) => {
  const { product } = stack;
  const deleted = new Map<string, number>();
  let seed = 1;

  const placeOf = ({ target, scenario }: Cell): { port: number | undefined; groups: Groups } => {
    const { groups, proxies, nginx, traced, tracedTenth, baseline } = stack;
    if (scenario === stubScenario)
      return { port: (target === 'nginx' ? proxies.nginx : proxies.gateway)?.port, groups: groups.proxies };
    if (target === 'traced') return { port: traced.processes.gateway.port, groups: groups.traced };
    if (target === 'traced-tenth') return { port: tracedTenth.processes.gateway.port, groups: groups.tracedTenth };
    if (target === 'baseline') return { port: baseline.port, groups: groups.product };
    if (target === 'nginx') return { port: nginx?.port, groups: groups.product };
    return { port: product.processes.gateway.port, groups: groups.product };
  };

  const measure = async (cell: Cell, seconds: number, connections: number, rate?: number): Promise<Measurement> => {
    const { target, scenario } = cell;
    if (target === 'pgbench') return measurePgbench(stack, scenario, statements, settings.pgbenchSeconds);
    const database = target === 'baseline' ? 'baseline' : 'product';
    const { port = 0, groups } = placeOf(cell);
    const job: Job = {
      scenario,
      port,
      connections,
      seconds,
      rate,
      seed: seed++ * 1_000_003,
      block: blockOf(scenario),
      gatewaySecret: target === 'nginx' && scenario !== stubScenario ? product.servers.gatewaySecret : undefined,
      deleted: deleted.get(database) ?? 0,
    };
    const measurement = await measureHttp(product, job, groups);
    deleted.set(database, measurement.deleted);
    return measurement;
  };

  const canMeasure = ({ target }: Cell): boolean =>
    (target !== 'pgbench' || hasPgbench) && (target !== 'nginx' || stack.nginx !== undefined);

  const add = (to: Map<string, Measurement[]>, cell: Cell, measurement: Measurement): void => {
    const name = nameOf(cell);
    to.set(name, [...(to.get(name) ?? []), measurement]);
  };

  /** The targets take turns, so that a disturbance of the machine affects them alike. */
  const measureScenario = async (scenario: string, cells: readonly Cell[], rounds: Rounds): Promise<void> => {
    for (const cell of cells.filter(({ target }) => target !== 'pgbench')) {
      await measure(cell, settings.warmUpSeconds, settings.connections);
    }
    const closedRounds = tracedScenarios.includes(scenario) ? settings.tracedRounds : settings.closedRounds;
    for (let round = 1; round <= closedRounds; round++) {
      for (const cell of cells.filter(({ target }) => target !== 'pgbench' || round <= settings.closedRounds)) {
        log(`${nameOf(cell)}, round ${round} of ${closedRounds}`);
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
        add(rounds.open, cell, await measure(cell, settings.openSeconds, settings.openConnections, rate));
      }
    }
  };

  return async (wanted: readonly Cell[]): Promise<Rounds> => {
    const rounds: Rounds = { closed: new Map(), open: new Map(), rates: new Map() };
    const cells = wanted.filter(canMeasure);
    for (const { cell } of systems.filter(({ isFor }) => cells.some(isFor))) {
      log(`warming up: ${nameOf(cell)}`);
      await measure(cell, settings.systemWarmUpSeconds, settings.connections);
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
