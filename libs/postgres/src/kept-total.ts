import type { ListFilter, OwnedCall } from './list-shape.ts';
import { type Fragment, sql } from './statement.ts';

/** How many records of a table a company has. */
export const keptTotal = (table: string, { empresa_id }: OwnedCall): Fragment =>
  sql`select coalesce(max(total), 0) as total from ${sql(`${table}_counter`)} where empresa_id = ${empresa_id}`;

/**
 * Inactive records are few and have an index. Active ones need none: they are near in the order of all records, and their number is
 * that of all less the inactive ones.
 */
export const activeFilter = (table: string, call: OwnedCall, ativo: boolean): ListFilter => {
  if (!ativo) return { where: sql`not ativo`, indexedBy: ['created_at'] };
  const inactive = sql`select count(*) from ${sql(table)} where empresa_id = ${call.empresa_id} and not ativo`;
  return { where: sql`ativo`, total: sql`select total - (${inactive}) as total from (${keptTotal(table, call)}) kept` };
};
