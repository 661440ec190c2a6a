import type { Database, OwnedCall } from '@representa/postgres';

/** How many records a company has, in all or by `ativo`, as its counter row keeps it. */
export const keptTotal = (
  sql: Database,
  counter: 'product_counter' | 'representada_counter',
  { empresa_id }: OwnedCall,
  ativo: boolean | undefined,
) => {
  const kept = { all: sql`total`, active: sql`active`, inactive: sql`total - active` };
  const which = ativo === undefined ? kept.all : ativo ? kept.active : kept.inactive;
  return sql`select coalesce(max(${which}), 0) as total from ${sql(counter)} where empresa_id = ${empresa_id}`;
};
