import type { Job } from './load/job.ts';
import type { Product } from './product.ts';
import { cpuBetween, type Groups, readUsage } from './usage.ts';

/** The figures of one round of one scenario. */
export interface Measurement {
  done: number;
  errors: number;
  firstError: string | undefined;
  seconds: number;
  /** Replies with the expected status, per second. */
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
  { generator, groups: productGroups }: Pick<Product, 'generator' | 'groups'>,
  job: Job,
  groups: Groups = productGroups,
): Promise<Measurement & { deleted: number }> => {
  const go = await generator.prepare(job);
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
