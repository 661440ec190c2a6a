import type { Fragment } from 'postgres';
import type { Database } from './connect.ts';

/**
 * Whether `search_text` contains a text, by an index of trigrams. The index is asked for the records that resemble it;
 * each of those is looked at. What is sought is worked out once, not for every record.
 */
export const contains = (sql: Database, text: string): Fragment => sql`
  search_text like (select resembling(${text})) and strpos(search_text, (select fold(${text}))) > 0`;
