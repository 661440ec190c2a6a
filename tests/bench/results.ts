import { type Cell, nameOf, type Target } from './cells.ts';
import type { Curve } from './growth.ts';
import type { Machine } from './machine.ts';
import type { Measurement } from './measure.ts';
import type { ReplicasPoint } from './replicas.ts';
import type { Rounds } from './rounds.ts';
import { type Latency, latencyOf, median, sumOf } from './statistics.ts';

export interface OpenResult {
  rate: number;
  latency: Latency;
  /** How late the generator itself was with 99 in 100 requests, in milliseconds; it is part of the latency. */
  ownLateness: number;
  errors: number;
}

export interface CellResult {
  target: Target;
  scenario: string;
  rps: number;
  rounds: number[];
  errors: number;
  firstError: string | undefined;
  /** Microseconds per request of each group of processes that had any. */
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
  replicas: ReplicasPoint[];
  memory: { samples: MemorySample[]; peak: Record<string, number> };
  startMs: number;
  broken: string[];
}

/** Less than this is what an idle process does anyway. */
const worthNaming = 1;

const cpuPerRequest = (measurements: readonly Measurement[]): Record<string, number> => {
  const done = measurements.reduce((sum, measurement) => sum + measurement.done, 0);
  const cpu = sumOf(measurements.map((measurement) => measurement.cpu));
  const shares = Object.entries(cpu).map(([name, micros]): [string, number] => [name, micros / done]);
  return Object.fromEntries(shares.filter(([, micros]) => micros >= worthNaming));
};

const errorsOf = (measurements: readonly Measurement[]): number =>
  measurements.reduce((sum, { errors }) => sum + errors, 0);

export const resultOf = (cell: Cell, { closed, open, rates }: Rounds): CellResult[] => {
  const full = closed.get(nameOf(cell));
  if (!full) return [];
  const paced = open.get(nameOf(cell));
  return [
    {
      ...cell,
      rps: median(full.map(({ rps }) => rps)),
      rounds: full.map(({ rps }) => Math.round(rps)),
      errors: errorsOf([...full, ...(paced ?? [])]),
      firstError: [...full, ...(paced ?? [])].find(({ firstError }) => firstError)?.firstError,
      cpu: cpuPerRequest(full),
      fullLoad: latencyOf(full.map(({ latencies }) => latencies)),
      open: paced && {
        rate: rates.get(cell.scenario) ?? 0,
        latency: latencyOf(paced.map(({ latencies }) => latencies)),
        ownLateness: latencyOf(paced.map(({ lateness }) => lateness)).p99,
        errors: errorsOf(paced),
      },
    },
  ];
};

export const findCell = ({ cells }: Results, target: Target, scenario: string): CellResult | undefined =>
  cells.find((cell) => cell.target === target && cell.scenario === scenario);
