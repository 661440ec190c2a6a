import type { Database } from './connect.ts';
import type { SortKey } from './list-shape.ts';
import { literal } from './literals.ts';

/** The order of names: the folded one, which is a part of `search_text`. The migrations' indexes have the same expression. */
export const nameKey = (sql: Database, part: number): SortKey => ({
  by: sql`(left(split_part(search_text, e'\\x1f', ${literal(sql, part)}), 100) collate "C")`,
  type: 'text',
});
