import type { Options } from './config.ts';

/** How long and how often everything is measured. */
export interface Settings {
  connections: number;
  openConnections: number;
  /**
   * Of each system, before its first measurement. A process needs about 10,000 requests until its code is compiled: the first
   * thousands of sales cost the gateway 1.6 ms each, the later ones 0.6 ms.
   */
  systemWarmUpSeconds: number;
  /** Of each scenario on each target. */
  warmUpSeconds: number;
  /** Before each round: the other target has used the caches of the server and of the machine meanwhile. */
  leadSeconds: number;
  closedRounds: number;
  closedSeconds: number;
  openRounds: number;
  openSeconds: number;
  /** Sizes to which the lone company grows through the API, and then in bulk. */
  apiSizes: number[];
  bulkSizes: number[];
  growthRounds: number;
  growthSeconds: number;
}

const whole: Settings = {
  connections: 32,
  openConnections: 64,
  systemWarmUpSeconds: 30,
  warmUpSeconds: 6,
  leadSeconds: 0.5,
  closedRounds: 3,
  closedSeconds: 1.5,
  openRounds: 5,
  openSeconds: 2.5,
  apiSizes: [1_000, 10_000, 20_000],
  bulkSizes: [100_000, 1_000_000],
  growthRounds: 2,
  growthSeconds: 0.7,
};

const quick: Settings = {
  ...whole,
  systemWarmUpSeconds: 2,
  warmUpSeconds: 0.2,
  leadSeconds: 0.1,
  closedRounds: 1,
  closedSeconds: 0.6,
  openRounds: 1,
  openSeconds: 0.6,
  apiSizes: [1_000, 3_000],
  bulkSizes: [50_000],
  growthRounds: 1,
  growthSeconds: 0.3,
};

export const settingsFor = (options: Options): Settings => (options.quick ? quick : whole);
