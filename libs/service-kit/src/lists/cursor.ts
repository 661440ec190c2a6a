import { hash } from 'node:crypto';
import type { PageAfter } from '@representa/postgres';
import { z } from 'zod';
import { invalidCursor } from '../kit.errors.ts';

/** What a cursor was made for: a list with its filters and its order. With any other it is invalid. */
type CursorScope = Record<string, unknown>;

const fingerprintOf = (scope: CursorScope): string => {
  const given = Object.entries(scope).filter(([, value]) => value !== undefined);
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, 12);
};

/**
 * The cursor of a page that begins after a position. Opaque to callers, and not signed: it holds the last record's sort
 * key and id.
 */
export const encodeCursor = (scope: CursorScope, position: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([fingerprintOf(scope), ...position])).toString('base64url');

/** Undefined for the empty cursor, which begins at the start. */
export const decodeCursor = <Position extends z.ZodTuple>(
  scope: CursorScope,
  cursor: string,
  position: Position,
): z.output<Position> | undefined => {
  if (cursor === '') return undefined;
  try {
    const [fingerprint, ...rest] = z.array(z.unknown()).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const parsed = position.safeParse(rest);
    if (parsed.success && fingerprint === fingerprintOf(scope)) return parsed.data;
  } catch {}
  throw invalidCursor();
};

/** The reply of a list by cursor. `read` gets the position that its page comes after, or undefined for the first page. */
export const answerByCursor = async <Row, Position extends z.ZodTuple>(
  { cursor, limit }: { cursor: string; limit: number },
  scope: CursorScope,
  position: Position,
  read: (after: z.output<Position> | undefined) => Promise<PageAfter<Row>>,
) => {
  const { data, next } = await read(decodeCursor(scope, cursor, position));
  return { data, limit, next_cursor: next ? encodeCursor(scope, next) : null };
};
