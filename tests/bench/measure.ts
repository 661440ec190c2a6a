import type { Job } from './load/job.ts';
import type { BenchStack } from './stack.ts';
import { cpuBetween, type Groups, readUsage } from './usage.ts';

/** What one round of one scenario gave. */
export interface Measurement {
  done: number;
  errors: number;
  firstError: string | undefined;
  seconds: number;
  /** Right answers per second. */
  rps: number;
  /** Microseconds. */
  latencies: Float64Array;
  lateness: Float64Array;
  /** Microseconds of each group of processes. */
  cpu: Record<string, number>;
  /** Megabytes of each group, at the end. */
  memory: Record<string, number>;
}

export const measureHttp = async (
  stack: BenchStack,
  job: Job,
  groups: Groups = stack.groups.product,
): Promise<Measurement & { deleted: number }> => {
  const go = await stack.generator.prepare(job);
  const before = readUsage(groups);
  const { done, errors, firstError, seconds, latencies, lateness, deleted } = await go();
  const after = readUsage(groups);
  const cpu = cpuBetween(before, after);
  return {
    done,
    errors,
    firstError,
    seconds,
    rps: done / seconds,
    latencies,
    lateness,
    cpu,
    memory: after.memory,
    deleted,
  };
};
