import { decodeCursor, type EmpresaCall, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import { cursorExpired } from './changes.errors.ts';
import type { ChangesRepository } from './changes.repository.ts';
import type { Change, ChangesQuery } from './changes.schemas.ts';
import type { Waiters } from './waiters.ts';

/** The entries after a change, in order. */
export type ReadChanges<Record> = (call: EmpresaCall, after: number, limit: number) => Promise<Change<Record>[]>;

export type FollowChanges<Record> = (call: EmpresaCall, query: ChangesQuery) => Promise<ChangesPage<Record>>;

interface Dependencies<Record> {
  resource: string;
  changes: ChangesRepository;
  waiters: Waiters;
  read: ReadChanges<Record>;
}

export interface ChangesPage<Record> {
  data: Omit<Change<Record>, 'change'>[];
  limit: number;
  next_cursor: string;
}

/** The last change that was read, and the company's newest change when the follower started. */
const position = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/** The margin that is left to answer a caller that waited. */
const answerMs = 500;

/** A page of the changes feed; waits for the next change when there is none. */
export const makeFollowChanges = <Record>({
  resource,
  changes,
  waiters,
  read,
}: Dependencies<Record>): FollowChanges<Record> => {
  const scope = { changes: resource };

  const startOf = async (call: EmpresaCall, cursor: string): Promise<[after: number, start: number]> => {
    const known = decodeCursor(scope, cursor, position);
    const { last, pruned } = await changes.progress(call);
    const [after, start] = known ?? [0, last];
    // A follower needs every tombstone after its start and after its position.
    if (known && Math.max(after, start) < pruned) throw cursorExpired();
    return [after, start];
  };

  return async (call: EmpresaCall, { cursor, limit, espera }: ChangesQuery): Promise<ChangesPage<Record>> => {
    const [after, start] = await startOf(call, cursor);
    const waitUntil = performance.now() + espera * 1_000;
    let found = await read(call, after, limit);
    while (found.length === 0 && performance.now() < waitUntil) {
      const left = Math.min(waitUntil - performance.now(), call.deadline - performance.now() - answerMs);
      if (left <= 0 || !(await waiters.wait(call.empresa_id, left))) break;
      found = await read(call, after, limit);
    }
    const next = found.at(-1)?.change ?? after;
    return {
      data: found.map(({ change: _place, ...entry }) => entry),
      limit,
      next_cursor: encodeCursor(scope, [next, start]),
    };
  };
};
