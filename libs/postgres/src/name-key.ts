import type { SortKey } from './list-shape.ts';
import { literal } from './literals.ts';
import { sql } from './statement.ts';

/** The order of names: the folded one, which is a part of `search_text`. The migrations' indexes have the same expression. */
export const nameKey = (part: number): SortKey => ({
  by: sql`(left(split_part(search_text, e'\\x1f', ${literal(part)}), 100) collate "C")`,
  type: 'text',
});
