import type { CompanyCall } from '@representa/contracts';
import { type ListFilter, sql } from '@representa/postgres';

type Counter = 'product_counter' | 'representada_counter';

const kept = { all: sql`total`, active: sql`active`, inactive: sql`total - active` };

/** How many records a company has, in all or by `ativo`, as its counter row keeps it. */
export const keptTotal = (counter: Counter, { empresa_id }: CompanyCall, ativo: boolean | undefined) => {
  const which = ativo === undefined ? kept.all : ativo ? kept.active : kept.inactive;
  return sql`select coalesce(max(${which}), 0) as total from ${sql(counter)} where empresa_id = ${empresa_id}`;
};

/** Inactive records are few and have an index. Active ones need none: they are near in the order of all records. */
export const ativoFilter = (counter: Counter, call: CompanyCall, ativo: boolean): ListFilter => ({
  ...(ativo ? { where: sql`ativo` } : { where: sql`not ativo`, indexedBy: ['created_at'] }),
  total: keptTotal(counter, call, ativo),
});
