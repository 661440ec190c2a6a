import { blockOf, type Cell, nameOf, proxied } from './cells.ts';
import { hasPgbench, measurePgbench } from './limits/pgbench.ts';
import type { Statements } from './limits/statements.ts';
import type { Job } from './load/job.ts';
import { type Measurement, measureHttp } from './measure.ts';
import type { Plan } from './plan.ts';
import type { BenchStack } from './stack.ts';
import { median } from './statistics.ts';

export interface Rounds {
  closed: Map<string, Measurement[]>;
  open: Map<string, Measurement[]>;
  rates: Map<string, number>;
}

/** Each of the processes that are measured is part of one of these. */
const systems: Cell[] = [
  { target: 'product', scenario: 'mixed-day' },
  { target: 'baseline', scenario: 'mixed-day' },
  { target: 'traced', scenario: 'mixed-day' },
  { target: 'product', scenario: proxied },
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
    const measurement = await measureHttp(stack, job);
    deleted.set(database, measurement.deleted);
    return measurement;
  };

  const canMeasure = ({ target }: Cell): boolean =>
    (target !== 'pgbench' || hasPgbench) && (target !== 'nginx' || stack.nginx !== undefined);

  const add = (to: Map<string, Measurement[]>, cell: Cell, measurement: Measurement): void => {
    const name = nameOf(cell);
    to.set(name, [...(to.get(name) ?? []), measurement]);
  };

  return async (wanted: readonly Cell[]): Promise<Rounds> => {
    const rounds: Rounds = { closed: new Map(), open: new Map(), rates: new Map() };
    const cells = wanted.filter(canMeasure);
    for (const system of systems) {
      if (
        !cells.some(
          ({ target, scenario }) =>
            target === system.target && (scenario === proxied) === (system.scenario === proxied),
        )
      )
        continue;
      say(`warming up ${system.target}`);
      await measure(system, plan.systemWarmUpSeconds, plan.connections);
    }
    for (const cell of cells) {
      if (cell.target === 'pgbench') continue;
      say(`warming up: ${nameOf(cell)}`);
      await measure(cell, plan.warmUpSeconds, plan.connections);
    }
    for (let round = 1; round <= plan.closedRounds; round++) {
      for (const cell of cells) {
        say(`round ${round} of ${plan.closedRounds}: ${nameOf(cell)}`);
        add(rounds.closed, cell, await measure(cell, plan.closedSeconds, plan.connections));
      }
    }
    const latencyCells = cells.filter(({ target }) => target === 'product' || target === 'baseline');
    for (const { scenario } of latencyCells) rounds.rates.set(scenario, rateFor(rounds, scenario));
    for (let round = 1; round <= plan.openRounds; round++) {
      for (const cell of latencyCells) {
        const rate = rounds.rates.get(cell.scenario) as number;
        say(`latency ${round} of ${plan.openRounds} at ${rate} per second: ${nameOf(cell)}`);
        add(rounds.open, cell, await measure(cell, plan.openSeconds, plan.openConnections, rate));
      }
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
