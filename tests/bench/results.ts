import type { BulkResult } from './bulk.ts';
import { type Cell, nameOf, type Target } from './cells.ts';
import type { Curve } from './growth.ts';
import type { Machine } from './machine.ts';
import type { Measurement } from './measure.ts';
import type { Rounds } from './measure-scenarios.ts';
import type { Neighbour } from './neighbour.ts';
import type { ReplicasPoint } from './replicas.ts';
import type { ReportResult } from './reports.ts';
import type { SourceSize } from './source-lines.ts';
import { type Latency, latencyOf, median, medianLatency, sumOf } from './statistics.ts';
import type { WriteCost } from './write-costs.ts';

export interface OpenResult {
  rate: number;
  /** Each quantile is the median of the rounds. */
  latency: Latency;
  rounds: Latency[];
  /** How late the generator sent 99 in 100 requests, in milliseconds. It is part of the latency. */
  ownLateness: number;
}

export interface CellResult {
  target: Target;
  scenario: string;
  rps: number;
  rounds: number[];
  errors: number;
  firstError: string | undefined;
  /** Microseconds per request of each group of processes that used any. */
  cpu: Record<string, number>;
  /** With all connections busy. */
  fullLoad: Latency;
  open: OpenResult | undefined;
}

export interface MemorySample {
  seconds: number;
  memory: Record<string, number>;
}

export interface Results {
  machine: Machine;
  kind: string;
  seconds: number;
  cells: CellResult[];
  growth: Curve[];
  reports: ReportResult[];
  bulk: BulkResult[];
  tracing: CellResult[];
  replicas: ReplicasPoint[];
  neighbour: Neighbour | undefined;
  writes: WriteCost[];
  memory: { samples: MemorySample[]; peak: Record<string, number> };
  startMs: number | undefined;
  source: SourceSize;
  broken: string[];
}

/** An idle process uses this much, too. */
const minCpu = 1;

const cpuPerRequest = (measurements: readonly Measurement[]): Record<string, number> => {
  const done = measurements.reduce((sum, measurement) => sum + measurement.done, 0);
  const cpu = sumOf(measurements.map((measurement) => measurement.cpu));
  const shares = Object.entries(cpu).map(([name, micros]): [string, number] => [name, micros / done]);
  return Object.fromEntries(shares.filter(([, micros]) => micros >= minCpu));
};

const openResult = (rate: number, measurements: readonly Measurement[]): OpenResult => {
  const rounds = measurements.map(({ latencies }) => latencyOf([latencies]));
  const ownLateness = latencyOf(measurements.map(({ lateness }) => lateness)).p99;
  return { rate, latency: medianLatency(rounds), rounds, ownLateness };
};

export const resultOf = (cell: Cell, { closed, open, rates }: Rounds): CellResult[] => {
  const full = closed.get(nameOf(cell));
  if (!full) return [];
  const paced = open.get(nameOf(cell));
  const all = [...full, ...(paced ?? [])];
  return [
    {
      ...cell,
      rps: median(full.map(({ rps }) => rps)),
      rounds: full.map(({ rps }) => Math.round(rps)),
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
      firstError: all.find(({ firstError }) => firstError)?.firstError,
      cpu: cpuPerRequest(full),
      fullLoad: latencyOf(full.map(({ latencies }) => latencies)),
      open: paced && openResult(rates.get(cell.scenario) ?? 0, paced),
    },
  ];
};

export const findCell = ({ cells, tracing }: Results, target: Target, scenario: string): CellResult | undefined =>
  [...cells, ...tracing].find((cell) => cell.target === target && cell.scenario === scenario);

const servers = ['gateway', 'sales', 'clients', 'catalog', 'baseline', 'nginx', 'nats', 'postgres', 'redis', 'sink'];

/** Microseconds per request of all processes but the load generator. */
export const serverCpu = ({ cpu }: CellResult): number => servers.reduce((sum, name) => sum + (cpu[name] ?? 0), 0);
