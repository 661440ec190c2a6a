import { type Call, millisecondsLeft } from '@representa/contracts';
import { isTelemetryOn, observed } from '@representa/telemetry';
import type { PendingQuery, Row } from 'postgres';
import { DeadlinePassed } from './deadline-passed.ts';
import { isCancelled } from './errors.ts';
import type { Gate } from './gate.ts';

/** Runs a query no longer than its caller waits; past the deadline the server is told to stop, too. */
export type Within = <Rows extends readonly Row[]>(caller: Call, query: PendingQuery<Rows>) => Promise<Rows>;

const work = { kind: 'sql', answering: false, name: 'postgresql', labels: {} } as const;

/** Even what was cancelled is answered: a server that says nothing for so long after that will not say anything more. */
const silenceMs = 1_250;

/** How long a cancellation may still be under way when its statement is answered. Over TLS the driver does not tell. */
const lateMs = 500;

/** `makeReplace` says how to replace the connections of this moment by new ones. */
export const makeWithin = (gate: Gate, makeReplace: () => () => void): Within => {
  const giveUp = (query: Promise<unknown>, replace: () => void): void => {
    const cancellation = cancel(query as QueryInternals);
    if (!cancellation) return;
    // It stops whatever its connection is at when it arrives, be it the statement of somebody else: until then, none
    // is sent.
    const open = gate.hold();
    const silent = setTimeout(() => {
      replace();
      open();
    }, silenceMs).unref();
    void cancellation.then(open);
    const answered = (error?: unknown): void => {
      clearTimeout(silent);
      if (isCancelled(error)) open();
      else setTimeout(open, lateMs).unref();
    };
    query.then(() => answered(), answered);
  };

  const runWithin: Within = async (call, query) => {
    const remaining = millisecondsLeft(call);
    if (remaining <= 0) throw new DeadlinePassed('no time left to ask the database');
    await gate.enter(remaining);
    const replace = makeReplace();
    void query.then(gate.leave, gate.leave);
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        giveUp(query, replace);
        reject(new DeadlinePassed('the database did not answer in time'));
      }, millisecondsLeft(call));
    });
    try {
      return withoutHoles(await Promise.race([query, passed]));
    } finally {
      clearTimeout(timer);
    }
  };

  return (caller, query) =>
    isTelemetryOn() ? observed(caller, work, () => runWithin(caller, query)) : runWithin(caller, query);
};

/**
 * When a statement fails after its first rows, the driver goes on counting: the rows of the connection's next one begin
 * behind as many holes.
 */
const withoutHoles = <Rows extends readonly Row[]>(rows: Rows): Rows => {
  if (rows.length > 0 && !(0 in rows))
    (rows as unknown as Row[]).splice(
      0,
      rows.findIndex((row) => row !== undefined),
    );
  return rows;
};

/** What the driver (postgres.js 3.4.9) knows of a query, beyond what it tells. */
interface QueryInternals {
  /** The server is working on it. */
  active?: boolean;
  canceller?: ((query: QueryInternals) => Promise<void>) | null;
}

/**
 * Only what the server is working on may be cancelled: one that waits for its connection to open would leave that
 * connection stuck for good; it fails by itself when the connection does not come about. And not by `query.cancel()`:
 * that drops the promise whose rejection, when the server is gone, would end this process. Fulfilled once
 * the cancellation has arrived or cannot any more; over TLS never, for which `lateMs` makes up.
 */
const cancel = (query: QueryInternals): Promise<void> | undefined =>
  query.active ? query.canceller?.(query).catch(() => {}) : undefined;
