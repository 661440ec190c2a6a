import { environmentOf, startProcess } from '@representa/local-stack';
import { crowd, hot } from './fill/blocks.ts';
import { startGenerator } from './load/start-generator.ts';
import { type Measurement, measureHttp } from './measure.ts';
import { nodeEnv, type Product } from './product.ts';
import type { Settings } from './settings.ts';
import { type Latency, latencyOf, median, medianLatency } from './statistics.ts';

/** What 100 companies notice of one that sends far more than it may. */
export interface Neighbour {
  /** Of the others: while it sends nothing, as much as it may, and as much as it can. Each quantile is the median of the rounds. */
  quiet: Latency;
  atLimit: Latency;
  beyond: Latency;
  /**
   * How much longer the others' p99 is beyond the limit, as the median of the rounds' ratios: the machine's speed
   * changes between rounds.
   */
  slowdown: { thanQuiet: number; thanAtLimit: number };
  /** Of the others. */
  errors: number;
  firstError: string | undefined;
  /** Of the one company beyond its limit, per second: sent, and not refused. */
  sent: number;
  allowed: number;
}

/** The default limits (config.ts of the gateway), which the other measurements do without. */
const [limit, burst] = [200, 400];
/** Of the others, per second: a fraction of what the machine can do, so that their latency is not that of a queue. */
const usualRate = 300;
const warmUpSeconds = 2;
/**
 * The flood begins before the others, by the time in which it uses up its burst: every company may have one. It ends
 * after them.
 */
const [leadSeconds, marginSeconds] = [2, 0.4];

export const measureNeighbour = async (
  product: Product,
  settings: Settings,
  log: (line: string) => void,
): Promise<Neighbour> => {
  const { servers, processes } = product;
  const env = {
    SALES_URL: processes.sales.url,
    CATALOG_URL: processes.catalog.url,
    CLIENTS_URL: processes.clients.url,
    RATE_LIMIT: String(limit),
    RATE_BURST: String(burst),
  };
  const gateway = await startProcess('gateway', environmentOf('gateway', servers, { nodeEnv, env }));
  const other = startGenerator();
  let seed = 5_000_000;
  const job = (block: typeof crowd, rate: number | undefined, seconds: number) => ({
    scenario: 'list-sales',
    port: gateway.port,
    connections: settings.openConnections,
    block,
    rate,
    seconds,
    deleted: 0,
    seed: seed++,
  });
  const ofOthers = (seconds = settings.neighbourSeconds): Promise<Measurement> =>
    measureHttp(product, job(crowd, usualRate, seconds));
  /**
   * Without a rate, each connection sends its next request when the last one is answered. At a rate of ten times its limit they
   * would send as much, as all of them wait for replies; only the generator would be busier, on the cores of those who are
   * measured.
   */
  const flood = (rate: number | undefined, seconds = settings.neighbourSeconds): Promise<Measurement> =>
    measureHttp({ ...product, generator: other }, job(hot, rate, leadSeconds + seconds + marginSeconds));

  const quiet: Measurement[] = [];
  const atLimit: Measurement[] = [];
  const beyond: Measurement[] = [];
  const floods: Measurement[] = [];
  const measureBeside = async (rate: number | undefined): Promise<[others: Measurement, flood: Measurement]> => {
    const flooding = flood(rate);
    await new Promise((resolve) => setTimeout(resolve, leadSeconds * 1_000));
    return [await ofOthers(), await flooding];
  };
  try {
    await measureHttp(product, job(crowd, undefined, settings.systemWarmUpSeconds));
    await Promise.all([ofOthers(warmUpSeconds), flood(limit, warmUpSeconds)]);
    for (let round = 1; round <= settings.neighbourRounds; round++) {
      log(`neighbour, round ${round} of ${settings.neighbourRounds}`);
      quiet.push(await ofOthers());
      atLimit.push((await measureBeside(limit))[0]);
      const [others, flooding] = await measureBeside(undefined);
      beyond.push(others);
      floods.push(flooding);
    }
  } finally {
    other.stop();
    await gateway.stop();
  }
  return resultOf(quiet, atLimit, beyond, floods);
};

const resultOf = (
  quiet: Measurement[],
  atLimit: Measurement[],
  beyond: Measurement[],
  floods: Measurement[],
): Neighbour => {
  const latencies = (rounds: Measurement[]) => rounds.map((round) => latencyOf([round.latencies]));
  const slowdown = (than: Measurement[]): number => {
    const before = latencies(than);
    return median(latencies(beyond).map(({ p99 }, round) => p99 / (before[round]?.p99 ?? Number.NaN)));
  };
  const seconds = floods.reduce((sum, one) => sum + one.seconds, 0);
  const perSecond = (count: (one: Measurement) => number) => floods.reduce((sum, one) => sum + count(one), 0) / seconds;
  const ofOthers = [...quiet, ...atLimit, ...beyond];
  return {
    quiet: medianLatency(latencies(quiet)),
    atLimit: medianLatency(latencies(atLimit)),
    beyond: medianLatency(latencies(beyond)),
    slowdown: { thanQuiet: slowdown(quiet), thanAtLimit: slowdown(atLimit) },
    errors: ofOthers.reduce((sum, { errors }) => sum + errors, 0),
    firstError: ofOthers.find(({ firstError }) => firstError)?.firstError,
    sent: perSecond(({ done, errors }) => done + errors),
    allowed: perSecond(({ done }) => done),
  };
};
