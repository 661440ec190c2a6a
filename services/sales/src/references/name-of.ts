import type { CompanyCall } from '@representa/contracts';
import { type Fragment, sql } from '@representa/postgres';

/** The current name of a client or representada: one lookup by primary key. */
export const nameOf = ({ empresa_id }: CompanyCall, id: Fragment): Fragment =>
  sql`(select nome from reference where empresa_id = ${empresa_id} and id = ${id})`;
