import { environmentOf, startProcess } from '@representa/local-stack';
import { crowd, hot } from './fill/blocks.ts';
import { startGenerator } from './load/start-generator.ts';
import { type Measurement, measureHttp } from './measure.ts';
import { nodeEnv, type Product } from './product.ts';
import type { Settings } from './settings.ts';
import { type Latency, latencyOf, median, medianLatency } from './statistics.ts';

/** What one company sends: nothing, its limit, ten times its limit, or as much as its connections can. */
export const situations = ['quiet', 'at limit', 'ten times', 'flood'] as const;
export type Situation = (typeof situations)[number];

/** What 100 other companies notice of it. */
export interface Neighbour {
  /** Of the others. Each quantile is the median of the rounds. */
  latency: Record<Situation, Latency>;
  /**
   * How much longer the others' p99 is than beside a company that is quiet or at its limit, as the median of the rounds'
   * ratios: the machine's speed changes between rounds.
   */
  slowdown: Record<'ten times' | 'flood', Record<'quiet' | 'at limit', number>>;
  /** Of the others. */
  errors: number;
  firstError: string | undefined;
  /** Of the one company, per second: sent, and not refused. */
  sent: Record<Situation, number>;
  allowed: Record<Situation, number>;
}

/**
 * A tenth of the default: a gateway sends 250 refusals a second at most, and lets the others wait. So of ten times the default
 * only an eighth would come.
 */
const [limit, burst] = [20, 40];
/** Of the others, per second: a fraction of what the machine can do, so that their latency is not that of a queue. */
const defaultRate = 300;
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
    measureHttp(product, job(crowd, defaultRate, seconds));
  /** Without a rate, each connection sends its next request when the last one is answered. */
  const send = (rate: number | undefined, seconds = settings.neighbourSeconds): Promise<Measurement> =>
    measureHttp({ ...product, generator: other }, job(hot, rate, leadSeconds + seconds + marginSeconds));
  const rates = { 'at limit': limit, 'ten times': 10 * limit, flood: undefined };
  const measureBeside = async (situation: Situation): Promise<Round> => {
    if (situation === 'quiet') return { others: await ofOthers(), sent: undefined };
    const sending = send(rates[situation]);
    await new Promise((resolve) => setTimeout(resolve, leadSeconds * 1_000));
    return { others: await ofOthers(), sent: await sending };
  };

  const rounds: Record<Situation, Round>[] = [];
  try {
    await measureHttp(product, job(crowd, undefined, settings.systemWarmUpSeconds));
    await Promise.all([ofOthers(warmUpSeconds), send(undefined, warmUpSeconds)]);
    for (let round = 1; round <= settings.neighbourRounds; round++) {
      log(`neighbour, round ${round} of ${settings.neighbourRounds}`);
      const measured = {} as Record<Situation, Round>;
      for (const situation of situations) measured[situation] = await measureBeside(situation);
      rounds.push(measured);
    }
  } finally {
    other.stop();
    await gateway.stop();
  }
  return resultOf(rounds);
};

interface Round {
  others: Measurement;
  sent: Measurement | undefined;
}

const bySituation = <Value>(of: (situation: Situation) => Value): Record<Situation, Value> =>
  Object.fromEntries(situations.map((situation) => [situation, of(situation)])) as Record<Situation, Value>;

const resultOf = (rounds: readonly Record<Situation, Round>[]): Neighbour => {
  const latencies = bySituation((one) => rounds.map((round) => latencyOf([round[one].others.latencies])));
  const slowdown = (beside: Situation, than: Situation): number =>
    median(latencies[beside].map(({ p99 }, round) => p99 / (latencies[than][round]?.p99 ?? Number.NaN)));
  const perSecond = (one: Situation, count: (sent: Measurement) => number): number =>
    median(rounds.map(({ [one]: { sent } }) => (sent ? count(sent) / sent.seconds : 0)));
  const others = rounds.flatMap((round) => situations.map((one) => round[one].others));
  return {
    latency: bySituation((one) => medianLatency(latencies[one])),
    slowdown: {
      'ten times': { quiet: slowdown('ten times', 'quiet'), 'at limit': slowdown('ten times', 'at limit') },
      flood: { quiet: slowdown('flood', 'quiet'), 'at limit': slowdown('flood', 'at limit') },
    },
    errors: others.reduce((sum, { errors }) => sum + errors, 0),
    firstError: others.find(({ firstError }) => firstError)?.firstError,
    sent: bySituation((one) => perSecond(one, ({ done, errors }) => done + errors)),
    allowed: bySituation((one) => perSecond(one, ({ done }) => done)),
  };
};
