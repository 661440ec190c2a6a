import { type Fragment, type OwnedCall, sql } from '@representa/postgres';

/** The current name of a client or representada: one lookup by primary key. */
export const nameOf = ({ empresa_id }: OwnedCall, id: Fragment): Fragment =>
  sql`(select nome from reference where empresa_id = ${empresa_id} and id = ${id})`;
