import type { Sending } from './send-query.ts';

/** Usual page sizes; 1,000 is that of exports. Each prepared text stays in the server's memory, and callers choose the size. */
const preparedSizes = new Set([10, 20, 25, 50, 100, 500, 1_000]);

export const sendingFor = (limit: number): Sending => (preparedSizes.has(limit) ? 'prepared' : 'unprepared');
