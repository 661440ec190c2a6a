import { setTimeout as delay } from 'node:timers/promises';
import { type Call, millisecondsLeft } from '@representa/contracts';
import { type FairQueue, Refused, type Turn } from '@representa/queues';
import { type DependencyLog, type Log, observed } from '@representa/telemetry';
import type { Row } from 'postgres';
import type { Connection, Connections } from './connections.ts';
import type { DescribeQuery } from './describe-query.ts';
import {
  type ConstraintErrors,
  DeadlinePassed,
  isCancelled,
  isConnectionLost,
  isDeadlock,
  translated,
} from './errors.ts';
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
  queue: FairQueue<Connection>,
  makeReplace: Connections['makeReplace'],
  dependency: Pick<DependencyLog, 'failed' | 'worked'>,
  describe: DescribeQuery,
  log: Log,
): Within => {
  /** Resolves when the connection of a cancelled query may be given to the next one. */
  const cancelQuery = async (query: Promise<unknown>, replace: () => void): Promise<void> => {
    const arrived = requestCancel(query);
    const ended = query.then(() => false, isCancelled);
    if (!arrived) return void (await ended);
    const silence = new AbortController();
    const silent = delay(silenceMs, 'silent' as const, { ref: false, signal: silence.signal }).catch(() => false);
    const outcome = await Promise.race([ended, silent]);
    silence.abort();
    if (outcome === 'silent') {
      dependency.failed('no answer, not even to a cancel request');
      replace();
      return;
    }
    // PostgreSQL cancels whatever the connection is running when the request arrives, even another caller's query.
    if (outcome === false) await Promise.race([arrived, delay(cancelMs, undefined, { ref: false })]);
  };

  const takeConnection = async (call: Call): Promise<Turn<Connection>> => {
    try {
      return await queue.enter({ company: call.isShared ? undefined : call.empresa_id, deadline: call.deadline });
    } catch (error) {
      if (error instanceof Refused)
        throw new DeadlinePassed('all connections to the database were busy', { cause: error });
      throw error;
    }
  };

  const run = async (call: Call, text: string, values: Value[], sending: Sending): Promise<Row[]> => {
    if (millisecondsLeft(call) <= 0) throw new DeadlinePassed('no time left to ask the database');
    const { slot, end } = await takeConnection(call);
    const replace = makeReplace();
    let timer: NodeJS.Timeout | undefined;
    let freed: Promise<void> | undefined;
    try {
      const query = sendQuery(slot.pool, text, values, sending);
      const passed = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          freed = cancelQuery(query, replace);
          reject(new DeadlinePassed('the database did not answer in time'));
        }, millisecondsLeft(call));
      });
      const rows = takeRows(await Promise.race([query, passed]));
      dependency.worked();
      slot.isLost = false;
      return rows;
    } catch (error) {
      slot.isLost = isConnectionLost(error);
      if (slot.isLost) dependency.failed(error);
      throw error;
    } finally {
      clearTimeout(timer);
      if (freed) void freed.then(end);
      else end();
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
