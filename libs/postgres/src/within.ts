import { type Call, millisecondsLeft } from '@representa/contracts';
import { type DependencyLog, observed } from '@representa/telemetry';
import type { PendingQuery, Row } from 'postgres';
import { DeadlinePassed } from './deadline-passed.ts';
import type { DescribeQuery } from './describe-query.ts';
import { isCancelled, isConnectionLost } from './errors.ts';
import type { Semaphore } from './semaphore.ts';

/** Runs a query until the call's deadline. Then the caller gets an error, and the server is asked to cancel the query. */
export type Within = <Rows extends readonly Row[]>(call: Call, query: PendingQuery<Rows>) => Promise<Rows>;

/** A server that has not answered so long after a cancel request is dead. */
const silenceMs = 1_250;

/** How long a cancel request may still be under way when its query has ended. Over TLS the driver does not say. */
const cancelMs = 500;

/** `makeReplace` returns how to replace the current pool. */
export const makeWithin = (
  semaphore: Semaphore,
  makeReplace: () => () => void,
  dependency: Pick<DependencyLog, 'failed' | 'worked'>,
  describe: DescribeQuery,
): Within => {
  const cancelQuery = (query: Promise<unknown>, replacePool: () => void): void => {
    const cancelled = requestCancel(query as QueryInternals);
    if (!cancelled) return;
    // PostgreSQL cancels whatever the connection is running when the request arrives, even another caller's query. So
    // no query is sent until it has arrived.
    const resume = semaphore.pause();
    const silence = setTimeout(() => {
      dependency.failed('no answer, not even to a cancel request');
      replacePool();
      resume();
    }, silenceMs).unref();
    void cancelled.then(resume);
    const ended = (error?: unknown): void => {
      clearTimeout(silence);
      if (isCancelled(error)) resume();
      else setTimeout(resume, cancelMs).unref();
    };
    query.then(() => ended(), ended);
  };

  const runWithin: Within = async (call, query) => {
    const remaining = millisecondsLeft(call);
    if (remaining <= 0) throw new DeadlinePassed('no time left to ask the database');
    const tenant = call.isShared ? undefined : call.empresa_id;
    await semaphore.acquire(remaining, tenant);
    const replacePool = makeReplace();
    const release = (): void => semaphore.release(tenant);
    void query.then(release, release);
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        cancelQuery(query, replacePool);
        reject(new DeadlinePassed('the database did not answer in time'));
      }, millisecondsLeft(call));
    });
    try {
      const rows = withoutHoles(await Promise.race([query, passed]));
      dependency.worked();
      return rows;
    } catch (error) {
      if (isConnectionLost(error)) dependency.failed(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return (call, query) =>
    observed(
      call,
      () => describe(query),
      () => runWithin(call, query),
    );
};

/**
 * A driver bug: after a query that failed behind its first rows, the next query's rows on that connection start at the
 * index where those ended.
 */
const withoutHoles = <Rows extends readonly Row[]>(rows: Rows): Rows => {
  if (rows.length > 0 && !(0 in rows))
    (rows as unknown as Row[]).splice(
      0,
      rows.findIndex((row) => row !== undefined),
    );
  return rows;
};

/** Undocumented members of a query (postgres.js 3.4.9). */
interface QueryInternals {
  /** The server is working on it. */
  active?: boolean;
  canceller?: ((query: QueryInternals) => Promise<void>) | null;
}

/**
 * Only for a query that the server is working on: cancelling one that waits for its connection would block that
 * connection for good. Not by `query.cancel()`, which drops a promise whose rejection would end the process. Resolves
 * once the request has arrived or failed; over TLS never (see `cancelMs`).
 */
const requestCancel = (query: QueryInternals): Promise<void> | undefined =>
  query.active ? query.canceller?.(query).catch(() => {}) : undefined;
