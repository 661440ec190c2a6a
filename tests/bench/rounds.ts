import { blockOf, type Cell, nameOf, proxied, scenarios } from './cells.ts';
import { hasPgbench, measurePgbench } from './limits/pgbench.ts';
import type { Statements } from './limits/statements.ts';
import type { Job } from './load/job.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { Plan } from './plan.ts';
import type { BenchStack } from './stack.ts';
import { median } from './statistics.ts';
import type { Groups } from './usage.ts';

export interface Rounds {
  closed: Map<string, Measurement[]>;
  open: Map<string, Measurement[]>;
  rates: Map<string, number>;
}

/** Each of the processes that are measured is part of one of these: how to warm it up, and which cells need it. */
const systems: { cell: Cell; has: (cell: Cell) => boolean }[] = [
  { cell: { target: 'product', scenario: 'mixed-day' }, has: ({ scenario }) => scenario !== proxied },
  { cell: { target: 'baseline', scenario: 'mixed-day' }, has: ({ target }) => target === 'baseline' },
  { cell: { target: 'traced', scenario: 'mixed-day' }, has: ({ target }) => target === 'traced' },
  { cell: { target: 'product', scenario: proxied }, has: ({ scenario }) => scenario === proxied },
];

/** Latency is measured at this share of what the slower of product and baseline can do. */
const shareOfCapacity = 0.5;

export const makeRounds = (stack: BenchStack, statements: Statements, plan: Plan, say: (what: string) => void) => {
  const deleted = new Map<string, number>();
  let seed = 1;

  const portOf = ({ target, scenario }: Cell): number => {
    if (scenario === proxied) return (target === 'nginx' ? stack.proxies.nginx : stack.proxies.gateway)?.port ?? 0;
    if (target === 'product') return stack.processes.gateway.port;
    if (target === 'traced') return stack.traced.processes.gateway.port;
    if (target === 'baseline') return stack.baseline.port;
    return target === 'nginx' ? (stack.nginx?.port ?? 0) : stack.processes.sales.port;
  };

  const groupsOf = ({ target, scenario }: Cell): Groups => {
    if (scenario === proxied) return stack.groups.proxies;
    return target === 'traced' ? stack.groups.traced : stack.groups.product;
  };

  const measure = async (cell: Cell, seconds: number, connections: number, rate?: number): Promise<Measurement> => {
    const { target, scenario } = cell;
    if (target === 'pgbench')
      return measurePgbench(stack, scenario, statements, Math.max(seconds, plan.pgbenchSeconds));
    const database = target === 'baseline' ? 'baseline' : 'product';
    const behindGateway = (target === 'service' || target === 'nginx') && scenario !== proxied;
    const job: Job = {
      scenario,
      port: portOf(cell),
      connections,
      seconds,
      rate,
      seed: seed++ * 1_000_003,
      block: blockOf(scenario),
      gatewaySecret: behindGateway ? stack.servers.gatewaySecret : undefined,
      deleted: deleted.get(database) ?? 0,
    };
    const measurement = await measureHttp(stack, job, groupsOf(cell));
    deleted.set(database, measurement.deleted);
    return measurement;
  };

  const canMeasure = ({ target }: Cell): boolean =>
    (target !== 'pgbench' || hasPgbench) && (target !== 'nginx' || stack.nginx !== undefined);

  const add = (to: Map<string, Measurement[]>, cell: Cell, measurement: Measurement): void => {
    const name = nameOf(cell);
    to.set(name, [...(to.get(name) ?? []), measurement]);
  };

  /** All that are compared in turn, a few times over, so that what the machine does besides hits them alike. */
  const measureScenario = async (scenario: string, cells: readonly Cell[], rounds: Rounds): Promise<void> => {
    // The traced product is asked seldom, and needs longer until it is as warm as the others: all get the same.
    const hasTraced = cells.some(({ target }) => target === 'traced');
    const warmUpSeconds = hasTraced ? plan.longWarmUpSeconds : plan.warmUpSeconds;
    for (const cell of cells) {
      if (cell.target !== 'pgbench') await measure(cell, warmUpSeconds, plan.connections);
    }
    for (let round = 1; round <= plan.closedRounds; round++) {
      for (const cell of cells) {
        say(`${nameOf(cell)}, round ${round} of ${plan.closedRounds}`);
        add(rounds.closed, cell, await measure(cell, plan.closedSeconds, plan.connections));
      }
    }
    const rate = rateFor(rounds, scenario);
    rounds.rates.set(scenario, rate);
    for (let round = 1; round <= plan.openRounds; round++) {
      for (const cell of cells.filter(({ target }) => target === 'product' || target === 'baseline')) {
        say(`${nameOf(cell)}, latency at ${rate} per second`);
        add(rounds.open, cell, await measure(cell, plan.openSeconds, plan.openConnections, rate));
      }
    }
  };

  return async (wanted: readonly Cell[]): Promise<Rounds> => {
    const rounds: Rounds = { closed: new Map(), open: new Map(), rates: new Map() };
    const cells = wanted.filter(canMeasure);
    for (const system of systems.filter(({ has }) => cells.some(has))) {
      say(`warming up: ${nameOf(system.cell)}`);
      await measure(system.cell, plan.systemWarmUpSeconds, plan.connections);
    }
    for (const scenario of scenarios) {
      const compared = cells.filter((cell) => cell.scenario === scenario);
      if (compared.length > 0) await measureScenario(scenario, compared, rounds);
    }
    return rounds;
  };
};

const rateFor = ({ closed }: Rounds, scenario: string): number => {
  const capacities = (['product', 'baseline'] as const)
    .map((target) => closed.get(nameOf({ target, scenario })))
    .filter((measurements) => measurements !== undefined)
    .map((measurements) => median(measurements.map(({ rps }) => rps)));
  return Math.max(1, Math.round(Math.min(...capacities) * shareOfCapacity));
};
