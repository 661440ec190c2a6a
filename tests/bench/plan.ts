import type { Options } from './config.ts';

/** How long everything takes. The whole must stay within ten minutes, the quick one within two. */
export interface Plan {
  connections: number;
  openConnections: number;
  /** Of each system, before anything is measured: a process needs seconds of full load until its code is compiled. */
  systemWarmUpSeconds: number;
  /** Of each scenario. */
  warmUpSeconds: number;
  longWarmUpSeconds: number;
  closedRounds: number;
  closedSeconds: number;
  /** pgbench starts its connections anew each time, and needs longer to get going. */
  pgbenchSeconds: number;
  openRounds: number;
  openSeconds: number;
  replicaCounts: number[];
  replicasSeconds: number;
  growthRounds: number;
  growthSeconds: number;
  recordSizes: number[];
  companyCounts: number[];
}

const whole: Plan = {
  connections: 32,
  openConnections: 64,
  systemWarmUpSeconds: 10,
  warmUpSeconds: 0.6,
  longWarmUpSeconds: 2,
  closedRounds: 3,
  closedSeconds: 1.4,
  pgbenchSeconds: 3,
  openRounds: 1,
  openSeconds: 2,
  replicaCounts: [1, 2, 4],
  replicasSeconds: 5,
  growthRounds: 2,
  growthSeconds: 0.35,
  recordSizes: [1_000, 10_000, 100_000, 1_000_000],
  companyCounts: [1, 100, 10_000],
};

const quick: Plan = {
  ...whole,
  systemWarmUpSeconds: 3,
  warmUpSeconds: 0.2,
  longWarmUpSeconds: 0.5,
  closedRounds: 1,
  closedSeconds: 0.6,
  pgbenchSeconds: 1,
  openRounds: 1,
  openSeconds: 0.6,
  replicaCounts: [],
  growthRounds: 1,
  growthSeconds: 0.3,
  recordSizes: [1_000, 100_000],
  companyCounts: [1, 100],
};

export const planFor = (options: Options): Plan => (options.quick ? quick : whole);
