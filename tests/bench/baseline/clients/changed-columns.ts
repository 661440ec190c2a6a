import type { Database, Fragment } from '@representa/postgres';

/** `, nome = …, email = …`: the changed columns, to be appended to the columns that an update always sets. */
export const changedColumns = (sql: Database, changes: Record<string, unknown>): Fragment | Fragment[] => {
  const columns = Object.entries(changes).map(([column, value]) => sql`, ${sql(column)} = ${value as string}`);
  return columns.length === 0 ? sql`` : columns;
};
