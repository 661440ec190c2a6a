/** The requests that stream. So many run at a time, in a process. The gateway limits imports, too: their bodies pass through it. */
export const importLimits = { bytes: 20 * 1_048_576, timeMs: 120_000, atOnce: 2, ofCompany: 1 } as const;
export const exportLimits = { timeMs: 600_000, atOnce: 4, ofCompany: 2 } as const;
