import type { Position } from './list-shape.ts';

/** A page that a cursor continues. */
export interface PageAfter<Row> {
  data: Row[];
  /** Undefined on the last page. */
  next: Position | undefined;
}

/** Takes up to `limit + 1` rows. The extra one means that there is a next page. */
export const pageAfter = <Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => Position,
): PageAfter<Row> => {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return { data, next: last !== undefined && rows.length > limit ? positionOf(last) : undefined };
};
