import { environmentOf, startProcess } from '@representa/local-stack';
import { crowd, hot } from './fill/blocks.ts';
import { startGenerator } from './load/start-generator.ts';
import { type Measurement, measureHttp } from './measure.ts';
import { nodeEnv, type Product } from './product.ts';
import type { Settings } from './settings.ts';
import { type Latency, latencyOf, medianLatency } from './statistics.ts';

/** What 100 companies notice of one that sends ten times as much as it may. */
export interface Neighbour {
  /** Of the others, while it is quiet and while it is not. Each quantile is the median of the rounds. */
  quiet: Latency;
  noisy: Latency;
  /** Of the others. */
  errors: number;
  firstError: string | undefined;
  /** Of the one company, per second: sent, and not refused. */
  sent: number;
  allowed: number;
}

/** The default limits (config.ts of the gateway), which the other measurements do without. */
const [limit, burst] = [200, 400];
const timesItsLimit = 10;
/** Of the others, per second: a fraction of what the machine can do, so that their latency is not that of a queue. */
const usualRate = 300;
const warmUpSeconds = 2;
/** The flood begins before the others and ends after them. */
const marginSeconds = 0.4;

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
  const job = (block: typeof crowd, rate: number, seconds: number) => ({
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
  const flood = (seconds = settings.neighbourSeconds): Promise<Measurement> =>
    measureHttp({ ...product, generator: other }, job(hot, limit * timesItsLimit, seconds + 2 * marginSeconds));

  const quiet: Measurement[] = [];
  const noisy: Measurement[] = [];
  const floods: Measurement[] = [];
  try {
    await Promise.all([ofOthers(warmUpSeconds), flood(warmUpSeconds)]);
    for (let round = 1; round <= settings.neighbourRounds; round++) {
      log(`neighbour, round ${round} of ${settings.neighbourRounds}`);
      quiet.push(await ofOthers());
      const flooding = flood();
      await new Promise((resolve) => setTimeout(resolve, marginSeconds * 1_000));
      noisy.push(await ofOthers());
      floods.push(await flooding);
    }
  } finally {
    other.stop();
    await gateway.stop();
  }
  return resultOf(quiet, noisy, floods);
};

const resultOf = (quiet: Measurement[], noisy: Measurement[], floods: Measurement[]): Neighbour => {
  const latency = (rounds: Measurement[]) => medianLatency(rounds.map(({ latencies }) => latencyOf([latencies])));
  const seconds = floods.reduce((sum, one) => sum + one.seconds, 0);
  const perSecond = (count: (one: Measurement) => number) => floods.reduce((sum, one) => sum + count(one), 0) / seconds;
  const ofOthers = [...quiet, ...noisy];
  return {
    quiet: latency(quiet),
    noisy: latency(noisy),
    errors: ofOthers.reduce((sum, { errors }) => sum + errors, 0),
    firstError: ofOthers.find(({ firstError }) => firstError)?.firstError,
    sent: perSecond(({ done, errors }) => done + errors),
    allowed: perSecond(({ done }) => done),
  };
};
