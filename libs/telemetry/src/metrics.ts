import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Attributes, type Histogram, metrics } from '@opentelemetry/api';

/** From a hundred microseconds to the longest that a request may take. */
const seconds = {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5] },
};

export type Durations = Record<'http' | 'nats' | 'sql', Histogram>;

export const makeDurations = (): Durations => {
  const meter = metrics.getMeter('representa');
  return {
    http: meter.createHistogram('http_server_request_duration_seconds', seconds),
    nats: meter.createHistogram('nats_operation_duration_seconds', seconds),
    sql: meter.createHistogram('db_query_duration_seconds', seconds),
  };
};

/** Figures that are read when somebody asks, not counted when something happens. */
export const observeGauge = (name: string, read: () => number, attributes: Attributes = {}): void => {
  metrics
    .getMeter('representa')
    .createObservableGauge(name)
    .addCallback((result) => result.observe(read(), attributes));
};

export const observeCounter = (name: string, read: () => number, attributes: Attributes = {}): void => {
  metrics
    .getMeter('representa')
    .createObservableCounter(name)
    .addCallback((result) => result.observe(read(), attributes));
};

export const observeEventLoop = (process: string): void => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  for (const quantile of [50, 99]) {
    const read = (): number => delay.percentile(quantile) / 1e9;
    observeGauge('event_loop_delay_seconds', read, { process, quantile: String(quantile / 100) });
  }
};
