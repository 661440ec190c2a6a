/** Limits of requests that stream. The gateway applies those of imports, too: their files pass through it. */
export const importLimits = {
  bytes: 20 * 1_048_576,
  /** For the file to arrive. */
  uploadMs: 60_000,
  /** Until the reply. */
  timeMs: 240_000,
} as const;
/**
 * For a payment of commissions to be taken back, which is all or nothing. What later payments left of it to allocate has no limit, and
 * each 10,000 allocations take a second. The gateway applies this time, too.
 */
export const reversalMs = 60_000;
export const exportLimits = { timeMs: 600_000 } as const;
