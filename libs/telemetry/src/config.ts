const exporterOf = (signal: 'TRACES' | 'METRICS'): string | undefined => {
  const named = process.env[`OTEL_${signal}_EXPORTER`];
  if (named !== undefined) return named === 'none' || named === '' ? undefined : named;
  return process.env.OTEL_EXPORTER_OTLP_ENDPOINT ? 'otlp' : undefined;
};

/** Is anybody there to receive traces or metrics? By the standard variables of OpenTelemetry. */
export const isExportConfigured = (): boolean =>
  process.env.OTEL_SDK_DISABLED !== 'true' && (exporterOf('TRACES') ?? exporterOf('METRICS')) !== undefined;

/** The SDK exports everything to a collector on this machine unless told otherwise; here, what is not named is off. */
export const exporterSettings = (): Record<string, string> => ({
  OTEL_TRACES_EXPORTER: exporterOf('TRACES') ?? 'none',
  OTEL_METRICS_EXPORTER: exporterOf('METRICS') ?? 'none',
  OTEL_LOGS_EXPORTER: process.env.OTEL_LOGS_EXPORTER ?? 'none',
});

export const applySettings = (settings: Record<string, string>): void => {
  Object.assign(process.env, settings);
};
