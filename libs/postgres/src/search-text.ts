import type { CompanyCall } from '@representa/contracts';
import type { ListFilter, SortKey } from './list-shape.ts';
import { type Fragment, sql } from './statement.ts';
import { literal } from './values.ts';

/** Whether `search_text` contains a text, by its trigram index. The subselect computes the pattern once, not for each row. */
export const contains = (text: string): Fragment => sql`search_text like (select containing(${text}))`;

/** The records of a table whose `search_text` contains a text. Only the trigram index has `empresa_id::text`. */
export const searchFilter = (
  table: string,
  { empresa_id }: CompanyCall,
  text: string,
): Required<Pick<ListFilter, 'where' | 'matches'>> => ({
  where: contains(text),
  matches: sql`select * from ${sql(table)} where empresa_id::text = ${empresa_id} and ${contains(text)}`,
});

/** The order of names: the folded one, which is a part of `search_text`. The migrations' indexes have the same expression. */
export const nameKey = (part: number): SortKey => ({
  by: sql`(left(split_part(search_text, e'\\x1f', ${literal(part)}), 100) collate "C")`,
  type: 'text',
});
