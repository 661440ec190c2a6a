import { readFileSync } from 'node:fs';

export interface TelemetryOptions {
  /** False where requests come from outside: a caller's sampled flag is ignored there. True unless given. */
  trustsCaller?: boolean;
}

const exporterOf = (signal: 'TRACES' | 'METRICS'): string | undefined => {
  const named = process.env[`OTEL_${signal}_EXPORTER`];
  if (named !== undefined) return named === 'none' || named === '' ? undefined : named;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: forAll, [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]: own } = process.env;
  return forAll || own ? 'otlp' : undefined;
};

/** Prometheus needs other names of metrics: see names.ts. */
export const isReadByPrometheus = (): boolean => exporterOf('METRICS')?.includes('prometheus') ?? false;

/** The image sets the variable. */
export const readVersion = (): string => process.env.SERVICE_VERSION || 'dev';

export const areMetricsExported = (): boolean => exporterOf('METRICS') !== undefined;

export const isExportConfigured = (): boolean =>
  process.env.OTEL_SDK_DISABLED !== 'true' && (exporterOf('TRACES') !== undefined || areMetricsExported());

/**
 * Without its `parentbased_` part a sampler decides by the trace id alone. The trace is still continued, and services
 * follow the decision.
 */
const samplerFor = ({ trustsCaller = true }: TelemetryOptions): string => {
  const sampler = process.env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on';
  if (trustsCaller || process.env.TRACE_TRUST_CALLER === 'true') return sampler;
  return sampler.replace(/^parentbased_/, '');
};

interface SdkSettings extends Record<string, string> {
  OTEL_TRACES_SAMPLER: string;
}

/** By default the SDK exports every signal to a collector on localhost. Here a signal is off unless an exporter is named. */
export const sdkSettings = (options: TelemetryOptions): SdkSettings => ({
  OTEL_TRACES_SAMPLER: samplerFor(options),
  OTEL_TRACES_EXPORTER: exporterOf('TRACES') ?? 'none',
  OTEL_METRICS_EXPORTER: exporterOf('METRICS') ?? 'none',
  OTEL_LOGS_EXPORTER: process.env.OTEL_LOGS_EXPORTER ?? 'none',
});

/**
 * A process that exits waits for the name lookups that are under way, by default up to 10 s for each name server that does
 * not answer. So a collector whose name cannot be looked up would delay the shutdown. glibc reads this variable at the
 * first lookup.
 */
const shortLookups = 'timeout:1 attempts:1';

/** The headers have the collector's token: like other secrets they may be given as a file. */
const readHeaders = (): Record<string, string> => {
  const path = process.env.OTEL_EXPORTER_OTLP_HEADERS_FILE;
  return path ? { OTEL_EXPORTER_OTLP_HEADERS: readFileSync(path, 'utf8').trimEnd() } : {};
};

/** The SDK takes its settings only from the environment. */
export const applySettings = (settings: SdkSettings): void => {
  Object.assign(process.env, settings, readHeaders());
  process.env.RES_OPTIONS ??= shortLookups;
};
