import type { List, Position } from '@representa/postgres';
import { z } from 'zod';
import type { EmpresaCall } from '../call.ts';
import { text } from '../validation/text.ts';
import { answerByCursor } from './cursor.ts';

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
    call: EmpresaCall,
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
