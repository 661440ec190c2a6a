import { type Cell, nameOf, type Target } from './cells.ts';
import type { Curve } from './growth.ts';
import type { Machine } from './machine.ts';
import type { Measurement } from './measure.ts';
import type { Rounds } from './measure-scenarios.ts';
import { type Latency, latencyOf, median, medianLatency, sumOf } from './statistics.ts';

interface OpenResult {
  rate: number;
  /** Each quantile is the median of the rounds. */
  latency: Latency;
  /** How late the generator sent 99 in 100 requests, in milliseconds. It is part of the latency. */
  ownLateness: number;
}

export interface CellResult extends Cell {
  rps: number;
  errors: number;
  firstError: string | undefined;
  /** Microseconds per request of each group of processes that used any. */
  cpu: Record<string, number>;
  open: OpenResult | undefined;
}

export interface Results {
  machine: Machine;
  kind: string;
  seconds: number;
  cells: CellResult[];
  growth: Curve[];
  /** Megabytes of each process after the last scenario. */
  memory: Record<string, number>;
  broken: string[];
}

const cpuPerRequest = (measurements: readonly Measurement[]): Record<string, number> => {
  const done = measurements.reduce((sum, measurement) => sum + measurement.done, 0);
  const cpu = sumOf(measurements.map((measurement) => measurement.cpu));
  return Object.fromEntries(Object.entries(cpu).map(([name, micros]): [string, number] => [name, micros / done]));
};

const openResult = (rate: number, measurements: readonly Measurement[]): OpenResult => ({
  rate,
  latency: medianLatency(measurements.map(({ latencies }) => latencyOf([latencies]))),
  ownLateness: latencyOf(measurements.map(({ lateness }) => lateness)).p99,
});

export const resultOf = (cell: Cell, { closed, open, rates }: Rounds): CellResult => {
  const full = closed.get(nameOf(cell)) ?? [];
  const paced = open.get(nameOf(cell));
  const all = [...full, ...(paced ?? [])];
  return {
    ...cell,
    rps: median(full.map(({ rps }) => rps)),
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    firstError: all.find(({ firstError }) => firstError)?.firstError,
    cpu: cpuPerRequest(full),
    open: paced && openResult(rates.get(cell.scenario) ?? 0, paced),
  };
};

export const findCell = ({ cells }: Results, target: Target, scenario: string): CellResult | undefined =>
  cells.find((cell) => cell.target === target && cell.scenario === scenario);

/** Microseconds per request of all processes but the load generator. */
export const serverCpu = ({ cpu: { generator: _own, ...cpu } }: CellResult): number =>
  Object.values(cpu).reduce((sum, micros) => sum + micros, 0);
