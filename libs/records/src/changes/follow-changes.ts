import { atMost } from '@representa/contracts';
import type { FairQueue } from '@representa/queues';
import { decodeCursor, encodeCursor, type RequestCall, serviceUnavailable } from '@representa/service-kit';
import { z } from 'zod';
import { cursorExpired } from './changes.errors.ts';
import type { ChangesQuery, FeedEntry } from './changes.schemas.ts';
import type { Waiters } from './waiters.ts';

/** The entries after a change, in order. At most `limit`, and fewer where the records are large. */
export type ReadChanges<Row> = (call: RequestCall, after: number, limit: number) => Promise<Entries<Row>>;

/** How far a company's changes are. */
export interface Progress {
  /** The newest change. */
  last: number;
  /** Tombstones up to this change were removed. */
  pruned: number;
}

export interface Entries<Row> extends Progress {
  entries: FeedEntry<Row>[];
  /** There are no more of them. */
  isComplete: boolean;
}

interface Found<Row> extends Entries<Row> {
  /** The company's newest change when the follower started. */
  start: number;
}

export type FollowChanges<Row> = (call: RequestCall, query: ChangesQuery) => Promise<ChangesPage<Row>>;

interface Dependencies<Row> {
  resource: string;
  waiters: Waiters;
  /** A company's pages are read one after the other: many large ones at once would keep the service from the other companies. */
  queue: FairQueue<true>;
  read: ReadChanges<Row>;
}

interface ChangesPage<Row> {
  data: FeedEntry<Row>[];
  limit: number;
  next_cursor: string;
}

/** The last change that was read, and `start`. */
const position = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/** Time limit of a page. A waiting caller stops this long before its deadline, so that the answer still arrives. */
const pageMs = 3_000;

/** A page of the changes feed; waits for the next change when there is none. */
export const makeFollowChanges = <Row>({ resource, waiters, queue, read }: Dependencies<Row>): FollowChanges<Row> => {
  /** Looks until there is a change or the time is over. Joins the waiters before each look. */
  const waitForChanges = async (
    call: RequestCall,
    look: (call: RequestCall) => Promise<Found<Row>>,
    until: number,
  ): Promise<Found<Row>> => {
    for (;;) {
      const left = until - performance.now();
      const waiter = waiters.join(call.empresa_id, left);
      try {
        const found = await look(atMost(call, pageMs));
        if (found.entries.length > 0 || left <= 0 || waiters.isClosing() || call.hasCallerLeft?.()) return found;
        await waiter.woken;
      } finally {
        waiter.leave();
      }
    }
  };

  const readInTurn: ReadChanges<Row> = async (call, after, limit) => {
    const { end } = await queue.enter({ company: call.empresa_id, deadline: call.deadline });
    try {
      if (call.hasCallerLeft?.()) throw serviceUnavailable();
      return await read(call, after, limit);
    } finally {
      end();
    }
  };

  return async (call, { cursor, limit, espera }) => {
    const scope = { changes: resource, empresa_id: call.empresa_id };
    const [after, started] = decodeCursor(scope, cursor, position) ?? [0, undefined];
    const look = async (limited: RequestCall): Promise<Found<Row>> => {
      const page = await readInTurn(limited, after, limit);
      const start = started ?? page.last;
      // The database was restored from a backup that is older than the cursor.
      const isAhead = after > page.last;
      // A follower needs every tombstone after its start and after its position.
      const lacksTombstones = Math.max(after, start) < page.pruned;
      if (isAhead || lacksTombstones) throw cursorExpired();
      return { ...page, start };
    };
    const until = Math.min(performance.now() + espera * 1_000, call.deadline - pageMs);
    const { entries, isComplete, last, start } = await (espera > 0 ? waitForChanges(call, look, until) : look(call));
    // A complete page has everything up to `last`, which counts the service's other resources too. A follower of a quiet
    // resource moves on with it, or its cursor would expire.
    const next = isComplete ? last : (entries.at(-1)?.change ?? after);
    return { data: entries, limit, next_cursor: encodeCursor(scope, [next, start]) };
  };
};
