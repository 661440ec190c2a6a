import type { Sending } from './send-query.ts';

/** Usual page sizes; 500 is the largest of a changes feed, 1,000 that of exports. */
const preparedSizes = new Set([10, 20, 25, 50, 100, 500, 1_000]);

/** Each prepared text stays in the server's memory. Callers choose the size, and several filters have many combinations. */
export const sendingFor = (limit: number, filters = 0): Sending =>
  preparedSizes.has(limit) && filters <= 1 ? 'prepared' : 'unprepared';
