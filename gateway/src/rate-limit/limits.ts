/** The most that a company's own limit and the default limit may be. Migration 002-keys.sql has the same numbers. */
export const mostRate = 100_000;
export const mostBurst = 1_000_000;
