import { type Fragment, sql } from '@representa/postgres';

/** `, nome = …, email = …`: the changed columns, to be appended to the columns that an update always sets. */
export const changedColumns = (changes: Record<string, unknown>): Fragment =>
  Object.entries(changes).reduce<Fragment>(
    (columns, [column, value]) => sql`${columns}, ${sql(column)} = ${value as string}`,
    sql``,
  );
