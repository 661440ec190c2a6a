import { type Log, reasonOf } from './logger.ts';

/** While a dependency is away, a line says so this often. */
const repeatMs = 5_000;

export interface DependencyLog {
  /** Why the last attempt to reach it failed; undefined while it works, or when nothing was tried. */
  reason(): string | undefined;
  failed(error: unknown): void;
  worked(): void;
}

/**
 * One line when a dependency goes, one every few seconds while it is away, and one when it is back, however many requests
 * fail meanwhile. `address` is host and port: it must not contain a password.
 */
export const makeDependencyLog = (log: Log, dependency: string, address: string): DependencyLog => {
  let reason: string | undefined;
  let awaySince = 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    reason: () => reason,
    failed: (error) => {
      const now = performance.now();
      if (reason === undefined) awaySince = now;
      reason = reasonOf(error);
      if (now - writtenAt < repeatMs) return;
      writtenAt = now;
      const away_s = Math.round((now - awaySince) / 1_000);
      log.warn({ dependency, address, reason, away_s }, `cannot reach ${dependency}`);
    },
    worked: () => {
      if (reason === undefined) return;
      reason = undefined;
      writtenAt = Number.NEGATIVE_INFINITY;
      const away_s = Math.round((performance.now() - awaySince) / 1_000);
      log.info({ dependency, address, away_s }, `${dependency} is back`);
    },
  };
};
