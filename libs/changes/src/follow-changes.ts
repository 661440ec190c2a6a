import { atMost } from '@representa/contracts';
import { decodeCursor, type EmpresaCall, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import { cursorExpired } from './changes.errors.ts';
import type { ChangesRepository } from './changes.repository.ts';
import type { ChangesQuery, FeedEntry } from './changes.schemas.ts';
import type { Waiters } from './waiters.ts';

/** The entries after a change, in order. At most `limit`, and fewer where the records are large. */
export type ReadChanges<Row> = (call: EmpresaCall, after: number, limit: number) => Promise<Entries<Row>>;

export interface Entries<Row> {
  entries: FeedEntry<Row>[];
  /** There are no more of them. */
  isComplete: boolean;
}

export type FollowChanges<Row> = (call: EmpresaCall, query: ChangesQuery) => Promise<ChangesPage<Row>>;

interface Dependencies<Row> {
  resource: string;
  changes: ChangesRepository;
  waiters: Waiters;
  read: ReadChanges<Row>;
}

interface ChangesPage<Row> {
  data: Omit<FeedEntry<Row>, 'change'>[];
  limit: number;
  next_cursor: string;
}

/** The last change that was read, and the company's newest change when the follower started. */
const position = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

const progressMs = 1_000;
/** Time limit of a page. A waiting caller stops this long before its deadline, so that the answer still arrives. */
const pageMs = 3_000;

/** A page of the changes feed; waits for the next change when there is none. */
export const makeFollowChanges = <Row>({ resource, changes, waiters, read }: Dependencies<Row>): FollowChanges<Row> => {
  /** Looks until there is a change or the time is over. Joins the waiters before each look. */
  const waitForChanges = async (call: EmpresaCall, after: number, limit: number, until: number) => {
    for (;;) {
      const left = until - performance.now();
      const waiter = waiters.join(call.empresa_id, left);
      try {
        const found = await read(atMost(call, pageMs), after, limit);
        if (found.entries.length > 0 || left <= 0 || waiters.isClosing() || call.hasCallerLeft?.()) return found;
        await waiter.woken;
      } finally {
        waiter.leave();
      }
    }
  };

  return async (call, { cursor, limit, espera }) => {
    const scope = { changes: resource, empresa_id: call.empresa_id };
    const { last } = await changes.progress(atMost(call, progressMs));
    const [after, start] = decodeCursor(scope, cursor, position) ?? [0, last];
    // The database was restored from a backup that is older than the cursor.
    if (after > last) throw cursorExpired();
    const until = Math.min(performance.now() + espera * 1_000, call.deadline - pageMs);
    const { entries, isComplete } =
      espera > 0 ? await waitForChanges(call, after, limit, until) : await read(call, after, limit);

    // Asked after reading, because tombstones may be removed while a page is read. A follower needs every tombstone after its
    // start and after its position.
    const { pruned } = await changes.progress(atMost(call, progressMs));
    if (Math.max(after, start) < pruned) throw cursorExpired();
    const newest = entries.at(-1)?.change ?? after;
    // A complete page has everything up to `last`, which counts the service's other resources too. A follower of a quiet
    // resource moves on with it, or its cursor would expire.
    const next = isComplete ? Math.max(newest, last) : newest;
    return {
      data: entries.map(({ change: _place, ...entry }) => entry),
      limit,
      next_cursor: encodeCursor(scope, [next, start]),
    };
  };
};
