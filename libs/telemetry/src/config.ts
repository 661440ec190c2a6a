export interface SamplerSettings {
  name: string;
  ratio: string;
}

const exporterOf = (signal: 'TRACES' | 'METRICS'): string | undefined => {
  const named = process.env[`OTEL_${signal}_EXPORTER`];
  if (named !== undefined) return named === 'none' || named === '' ? undefined : named;
  return process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? 'otlp' : undefined;
};

export const areTracesExported = (): boolean => exporterOf('TRACES') !== undefined;
export const areMetricsExported = (): boolean => exporterOf('METRICS') !== undefined;

/** Is anybody there to receive traces or metrics? By the standard variables of OpenTelemetry. */
export const isExportConfigured = (): boolean =>
  process.env.OTEL_SDK_DISABLED !== 'true' && (areTracesExported() || areMetricsExported());

/** The standard variables of which traces are kept. */
export const samplerSettings = (): SamplerSettings => ({
  name: process.env.OTEL_TRACES_SAMPLER?.trim() || 'parentbased_always_on',
  ratio: process.env.OTEL_TRACES_SAMPLER_ARG?.trim() || '1',
});

/**
 * The SDK exports everything to a collector on this machine unless told otherwise; here, what is not named is off. And it
 * keeps every span that it is told of: which ones it is told of is decided before (sampling.ts).
 */
export const sdkSettings = (): Record<string, string> => ({
  OTEL_TRACES_SAMPLER: 'always_on',
  OTEL_TRACES_EXPORTER: exporterOf('TRACES') ?? 'none',
  OTEL_METRICS_EXPORTER: exporterOf('METRICS') ?? 'none',
  OTEL_LOGS_EXPORTER: process.env.OTEL_LOGS_EXPORTER ?? 'none',
});

export const applySettings = (settings: Record<string, string>): void => {
  Object.assign(process.env, settings);
};
