import { callWithin } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { type Database, findMissingSql, isDatabaseUnavailable, sql } from '@representa/postgres';
import { type Log, reasonOf } from '@representa/telemetry';
import type { Health } from './health.ts';

interface Needed {
  database: Database;
  messaging: Messaging;
  /** The migrations, functions and backfills that the code was built with. */
  sqlNames: readonly string[];
  log: Log;
}

const probeMs = 1_000;
/** A process that has just started need not say what it is waiting for. */
const patienceMs = 2_000;
const repeatMs = 5_000;
const maxNamed = 5;

const listed = (names: readonly string[]): string =>
  names.length > maxNamed
    ? `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`
    : names.join(', ');

interface Problem {
  /** For `/readyz`: without hosts and reasons. */
  name: string;
  /** For the log. */
  reason: string;
}

/**
 * PostgreSQL answers, its schema has all that this code was built with, and NATS is connected. Logs every few seconds
 * which of them is missing, and why. Host and port are in the connections' own lines (dependency-log.ts).
 */
export const missingDependencies = ({ database, messaging, sqlNames, log }: Needed): Health['missing'] => {
  let writeAt = performance.now() + patienceMs;

  const findDatabaseProblem = async (): Promise<Problem | undefined> => {
    try {
      const missing = await findMissingSql(database, callWithin(probeMs), sqlNames);
      if (missing.length === 0) return undefined;
      const [{ role = '' } = {}] = await database.within(callWithin(probeMs), sql`select current_user as role`);
      return {
        name: `migrations: ${listed(missing)}`,
        reason: `migrations that are not applied, or that the role "${role}" cannot see: ${listed(missing)}`,
      };
    } catch (error) {
      const name = isDatabaseUnavailable(error) ? 'PostgreSQL' : 'the schema';
      return { name, reason: `${name}: ${reasonOf(error)}` };
    }
  };

  return async () => {
    const problem = await findDatabaseProblem();
    const nats = messaging.problem();
    const missing = [...(problem ? [problem] : []), ...(nats ? [{ name: 'NATS', reason: `NATS: ${nats}` }] : [])];
    if (missing.length > 0 && performance.now() >= writeAt) {
      writeAt = performance.now() + repeatMs;
      log.warn({ missing: missing.map(({ reason }) => reason) }, 'not ready');
    }
    return missing.map(({ name }) => name);
  };
};
