export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

export interface Latency {
  p50: number;
  p99: number;
  p999: number;
  worst: number;
  samples: number;
}

/** In milliseconds, from microseconds. */
export const latencyOf = (parts: readonly Float64Array[]): Latency => {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  all.sort();
  const quantile = (share: number): number =>
    (all[Math.min(all.length - 1, Math.floor(share * all.length))] ?? Number.NaN) / 1_000;
  return { p50: quantile(0.5), p99: quantile(0.99), p999: quantile(0.999), worst: quantile(1), samples: all.length };
};

export const sumOf = (records: readonly Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) sum[name] = (sum[name] ?? 0) + value;
  }
  return sum;
};

/** Each quantile by itself, so that one disturbed round does not decide. */
export const medianLatency = (rounds: readonly Latency[]): Latency => {
  const of = (name: keyof Latency): number => median(rounds.map((round) => round[name]));
  return { p50: of('p50'), p99: of('p99'), p999: of('p999'), worst: of('worst'), samples: of('samples') };
};
