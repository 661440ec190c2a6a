import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Attributes, type Histogram, type Meter, metrics } from '@opentelemetry/api';
import { attributeNames, metricNames } from './names.ts';

/** From half a millisecond to the longest that a request may take. */
const seconds = {
  unit: 's',
  advice: { explicitBucketBoundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5] },
};

export type Durations = Record<'http' | 'nats' | 'sql', Histogram>;

const meter = (): Meter => metrics.getMeter('representa');

export const makeDurations = (): Durations => ({
  http: meter().createHistogram(metricNames.http, seconds),
  nats: meter().createHistogram(metricNames.nats, seconds),
  sql: meter().createHistogram(metricNames.sql, seconds),
});

/** `read` is called at each export. */
export const observeGauge = (name: string, read: () => number, attributes: Attributes = {}): void => {
  meter()
    .createObservableGauge(name)
    .addCallback((result) => result.observe(read(), attributes));
};

/** `read` is called at each export. */
export const observeCounter = (name: string, read: () => number, attributes: Attributes = {}): void => {
  meter()
    .createObservableCounter(name)
    .addCallback((result) => result.observe(read(), attributes));
};

export const observeEventLoop = (processName: string): void => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  for (const percentile of [50, 99]) {
    const read = (): number => delay.percentile(percentile) / 1e9;
    observeGauge(metricNames.eventLoopDelay, read, {
      [attributeNames.process]: processName,
      [attributeNames.quantile]: String(percentile / 100),
    });
  }
};
