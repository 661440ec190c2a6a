import { hash } from 'node:crypto';
import type { List, PageAfter, Position } from '@representa/postgres';
import { z } from 'zod';
import type { RequestCall } from '../call.ts';
import { invalidCursor } from '../kit.errors.ts';
import { text } from '../validation/text.ts';

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

interface Dependencies<Selected, Row> {
  /** Part of what a cursor is bound to. */
  resource: string;
  /** What a position holds, by the names in `ordenar` without the `-`. A cursor is not signed: its values are checked. */
  positions: { [order: string]: z.ZodTuple };
  list: List<Row, Selected>;
}

interface ListReply<Row> {
  data: Row[];
  limit: number;
  page?: number;
  total?: number;
  next_cursor?: string | null;
}

/** Answers a list: a numbered page, or the page after a cursor. A cursor is bound to its company, filters and order. */
export const makeAnswerList =
  <Selected extends { ordenar: string }, Row>({ resource, positions, list }: Dependencies<Selected, Row>) =>
  async (
    call: RequestCall,
    query: Selected & { limit: number; page: number; cursor?: string | undefined },
  ): Promise<ListReply<Row>> => {
    const { page, limit, cursor, ...bound } = query;
    if (cursor === undefined) return { page, limit, ...(await list.page(call, query)) };
    const scope = { list: resource, empresa_id: call.empresa_id, ...bound };
    const position = positions[bound.ordenar.replace(/^-/, '')] as z.ZodTuple;
    return answerByCursor({ cursor, limit }, scope, position, (after) =>
      list.after(call, query, after as Position | undefined),
    );
  };

/** Parts of positions. Dates that PostgreSQL cannot hold would fail there. */
export const positionParts = {
  id: z.guid(),
  date: z.iso.date().refine((date) => date >= '1900'),
  moment: z.iso.datetime({ precision: 3 }).refine((moment) => moment >= '1900'),
  number: z.number(),
  text: text(500),
};
