import { type Call, millisecondsLeft } from '@representa/contracts';
import { type DependencyLog, type Log, observed } from '@representa/telemetry';
import type { Row } from 'postgres';
import type { DescribeQuery } from './describe-query.ts';
import {
  type ConstraintErrors,
  DeadlinePassed,
  isCancelled,
  isConnectionLost,
  isDeadlock,
  translated,
} from './errors.ts';
import type { ReplaceablePool } from './replaceable-pool.ts';
import type { Semaphore } from './semaphore.ts';
import { requestCancel, type Sending, sendQuery, takeRows } from './send-query.ts';
import { render, type Statement, type Value } from './statement.ts';

/** Runs a statement until the call's deadline. Then the caller gets an error, and the server is asked to cancel it. */
export type Within = <Rows extends readonly object[]>(
  call: Call,
  statement: Statement<Rows>,
  sending?: Sending,
) => Promise<Rows>;

/** A server that has not answered so long after a cancel request is dead. */
const silenceMs = 1_250;

/** How long a cancel request may still be under way when its query has ended. Over TLS the driver does not say. */
const cancelMs = 500;

export const makeWithin = (
  semaphore: Semaphore,
  pool: ReplaceablePool,
  dependency: Pick<DependencyLog, 'failed' | 'worked'>,
  describe: DescribeQuery,
  log: Log,
): Within => {
  const cancelQuery = (query: Promise<unknown>, replacePool: () => void): void => {
    const cancelled = requestCancel(query);
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

  const run = async (call: Call, text: string, values: Value[], sending: Sending): Promise<Row[]> => {
    const remaining = millisecondsLeft(call);
    if (remaining <= 0) throw new DeadlinePassed('no time left to ask the database');
    const company = call.isShared ? undefined : call.empresa_id;
    await semaphore.acquire(remaining, company);
    const replacePool = pool.makeReplace();
    const query = sendQuery(pool.current(), text, values, sending);
    const release = (): void => semaphore.release(company);
    void query.then(release, release);
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        cancelQuery(query, replacePool);
        reject(new DeadlinePassed('the database did not answer in time'));
      }, millisecondsLeft(call));
    });
    try {
      const rows = takeRows(await Promise.race([query, passed]));
      dependency.worked();
      return rows;
    } catch (error) {
      if (isConnectionLost(error)) dependency.failed(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  /** Every statement is a transaction of its own, so one that was rolled back to end a deadlock can be run again. */
  const runUntilDone = async (call: Call, text: string, values: Value[], sending: Sending): Promise<Row[]> => {
    for (;;) {
      try {
        return await run(call, text, values, sending);
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        log.warn({ statement: describe(text).name }, 'a statement is run again after a deadlock');
      }
    }
  };

  return <Rows extends readonly object[]>(call: Call, statement: Statement<Rows>, sending: Sending = 'prepared') => {
    const { text, values } = render(statement);
    return observed(
      call,
      () => describe(text),
      () => runUntilDone(call, text, values, sending) as Promise<unknown> as Promise<Rows>,
    );
  };
};

/** A `within` for writes: the violation of a listed constraint becomes its error. */
export const withErrors =
  (within: Within, errors: ConstraintErrors): Within =>
  (call, statement, sending) =>
    within(call, statement, sending).catch((error) => {
      throw translated(errors, error);
    });
