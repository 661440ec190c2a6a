import type { Database, Fragment, OwnedCall } from '@representa/postgres';

/** The current name of a client or representada: one lookup by primary key. */
export const nameOf = (sql: Database, { empresa_id }: OwnedCall, id: Fragment): Fragment =>
  sql`(select nome from reference where empresa_id = ${empresa_id} and id = ${id})`;
