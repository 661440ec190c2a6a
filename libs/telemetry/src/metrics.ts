import { type Attributes, metrics as api, type Histogram, type Meter, type MetricOptions } from '@opentelemetry/api';
import { isReadByPrometheus } from './config.ts';
import { type MetricName, metrics, prometheusName } from './names.ts';

export const meter = (): Meter => api.getMeter('representa');

const nameOf = (name: MetricName): string => (isReadByPrometheus() ? prometheusName(name) : name);

/** What an instrument is created with. */
export const instrument = (name: MetricName): [string, MetricOptions] => {
  const { unit, description, buckets } = metrics[name];
  return [nameOf(name), { unit, description, ...(buckets && { advice: { explicitBucketBoundaries: buckets } }) }];
};

const durationNames = [
  'http.server.request.duration',
  'http.client.request.duration',
  'messaging.client.operation.duration',
  'messaging.process.duration',
  'db.client.operation.duration',
] as const;

export type DurationName = (typeof durationNames)[number];
export type Durations = Record<DurationName, Histogram>;

export const makeDurations = (): Durations =>
  Object.fromEntries(durationNames.map((name) => [name, meter().createHistogram(...instrument(name))])) as Durations;

/** `read` is called at each export. */
export const observeGauge = (name: MetricName, read: () => number, attributes: Attributes = {}): void => {
  meter()
    .createObservableGauge(...instrument(name))
    .addCallback((result) => result.observe(read(), attributes));
};

/** `read` is called at each export. */
export const observeCounter = (name: MetricName, read: () => number, attributes: Attributes = {}): void => {
  meter()
    .createObservableCounter(...instrument(name))
    .addCallback((result) => result.observe(read(), attributes));
};
