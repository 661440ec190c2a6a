import type { Fragment } from 'postgres';
import type { Database } from './connect.ts';

/** Whether `search_text` contains a text, by its trigram index. The subselect computes the pattern once, not for each row. */
export const contains = (sql: Database, text: string): Fragment => sql`search_text like (select containing(${text}))`;
