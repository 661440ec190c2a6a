import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@representa/postgres';
import { countPending } from './database-invariants.ts';

const lookAgainMs = 250;
const deadlineMs = 45_000;

/** Statements of the services that are still at work: some were held up by a fault, and their callers are long gone. */
const countRunning = async (admin: Database): Promise<number> => {
  const [{ running }] = await admin<[{ running: number }]>`
    select count(*) as running from pg_stat_activity
    where usename in ('sales', 'catalog', 'clients') and state <> 'idle'`;
  return running;
};

/**
 * Waits until the sweepers have finished what the faults left behind: nothing is pending and nothing at work, in a row of
 * looks, since a request that was held up may still begin something. Says in how many milliseconds, or undefined.
 */
export const settled = async (admin: Database): Promise<number | undefined> => {
  const begun = performance.now();
  let quiet = 0;
  while (performance.now() - begun < deadlineMs) {
    // Connections that the faults cut are made anew at the first use.
    const open = await Promise.all([countPending(admin), countRunning(admin)]).catch(() => [1]);
    quiet = open.every((count) => count === 0) ? quiet + 1 : 0;
    if (quiet === 6) return Math.round(performance.now() - begun);
    await pause(lookAgainMs);
  }
  return undefined;
};
