import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { countPending } from './database-invariants.ts';

const pollMs = 250;
const deadlineMs = 45_000;

/** The number of statements that the services still run. A fault may have delayed them beyond their caller's deadline. */
const countRunning = async (admin: Sql): Promise<number> => {
  const [{ running }] = await admin<[{ running: number }]>`
    select count(*) as running from pg_stat_activity
    where usename in ('sales', 'catalog', 'clients') and state <> 'idle'`;
  return running;
};

/**
 * Waits until the sweepers have finished the deletes and renames that the faults interrupted. Nothing must be pending or
 * running in six polls in a row, because a delayed request may start new work. Returns the time in milliseconds, or undefined.
 */
export const waitUntilSettled = async (admin: Sql): Promise<number | undefined> => {
  const begun = performance.now();
  let quiet = 0;
  while (performance.now() - begun < deadlineMs) {
    // The first query over a severed connection fails; the next one opens a new connection.
    const open = await Promise.all([countPending(admin), countRunning(admin)]).catch(() => [1]);
    quiet = open.every((count) => count === 0) ? quiet + 1 : 0;
    if (quiet === 6) return Math.round(performance.now() - begun);
    await pause(pollMs);
  }
  return undefined;
};
