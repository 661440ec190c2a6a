import type { Call } from '@representa/contracts';
import type { Database } from './connect.ts';
import type { Fragment } from './statement.ts';

/** A call on behalf of one company. */
export type OwnedCall = Call & { readonly empresa_id: string };

/** What a list can be sorted by, before the id. */
export interface SortKey {
  by: Fragment;
  type: 'date' | 'numeric' | 'text' | 'timestamptz';
}

/** A condition on the records of a list. */
export interface ListFilter {
  where: Fragment;
  /** The orders, without their `-`, in which one index has exactly the matches. */
  indexedBy?: readonly string[];
  /** Few records match, as a rule: they are collected before records are read in order. */
  isNarrow?: boolean;
  /**
   * For a filter `by = value` with an index of (empresa_id, by, id). The planner would walk all records for a frequent value; a
   * range over (by, id) leaves it only this index. `sortedBy` is the expression of the same value in the indexes of
   * (empresa_id, sortedBy, sort key, id); `by` unless given.
   */
  equals?: { by: Fragment; sortedBy?: Fragment; value: Fragment };
  /** `select * from …`: the matches by an index of their own, where `where` cannot use one. */
  matches?: Fragment;
  /** Selects a `total` that is kept, so that the matches need not be counted. */
  total?: Fragment;
}

export interface ListDefinition<Selected> {
  table: string;
  idType: 'uuid' | 'text';
  /** The columns of the reply. */
  columns: (call: OwnedCall) => Fragment;
  /** By their names in `ordenar`, without the `-`. Undefined: sorted by id alone. */
  sortKeys: Record<string, SortKey | undefined>;
  /** The filters that a request uses, those with the fewest matches first. */
  filters: (call: OwnedCall, selected: Selected) => ListFilter[];
  /** Selects the kept `total` of all records. */
  total: (call: OwnedCall) => Fragment;
}

/** What a request asks of a list, beside its filters. */
export interface ListOrder {
  ordenar: string;
}

type Equality = NonNullable<ListFilter['equals']>;

/** Where a page ends: its last record's sort key, if any, and id. */
export type Position = readonly (string | number)[];

const [leastId, mostId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** The parts of a list's statements that depend on a request's filters, order and position. */
export const makeShapeOf = <Selected extends ListOrder>(
  sql: Database,
  { table, idType, sortKeys, filters }: ListDefinition<Selected>,
) => {
  const cast = (value: string | number | undefined, type: string): Fragment =>
    sql`${value === undefined ? null : String(value)}::text::${sql.unsafe(type)}`;

  /** A filter's part of the index (empresa_id, by, id), or what lies above or below an id in it. */
  const indexRange = (
    { by, value }: Equality,
    { above, below }: { above?: string | undefined; below?: string | undefined } = {},
  ): Fragment => {
    const entry = (id: string): Fragment => sql`(${value}, ${id}::text::uuid)`;
    return sql`
      (${by}, id) ${above ? sql`>` : sql`>=`} ${entry(above ?? leastId)}
      and (${by}, id) ${below ? sql`<` : sql`<=`} ${entry(below ?? mostId)}`;
  };

  /** A filter's part of the index (empresa_id, sortedBy, sort key, id), or what comes after a position in it. */
  const sortedIndexRange = (
    { by, sortedBy = by, value }: Equality,
    key: SortKey,
    isDescending: boolean,
    position?: Position,
  ): Fragment => {
    const [notBefore, notAfter, after] = isDescending ? [sql`<=`, sql`>=`, sql`<`] : [sql`>=`, sql`<=`, sql`>`];
    const start = position
      ? sql`(${sortedBy}, ${key.by}, id) ${after} (${value}, ${cast(position[0], key.type)}, ${cast(position[1], idType)})`
      : sql`${sortedBy} ${notBefore} ${value}`;
    return sql`${start} and ${sortedBy} ${notAfter} ${value}`;
  };

  const isAfter = (key: SortKey | undefined, isDescending: boolean, position: Position): Fragment => {
    const after = isDescending ? sql`<` : sql`>`;
    return key
      ? sql`(${key.by}, id) ${after} (${cast(position[0], key.type)}, ${cast(position[1], idType)})`
      : sql`id ${after} ${cast(position[0], idType)}`;
  };

  return (call: OwnedCall, selected: Selected, position?: Position) => {
    const isDescending = selected.ordenar.startsWith('-');
    const direction = isDescending ? sql`desc` : sql`asc`;
    const order = selected.ordenar.replace(/^-/, '');
    const key = sortKeys[order];
    const orderBy = key ? sql`${key.by} ${direction}, id ${direction}` : sql`id ${direction}`;
    const afterPosition = position ? sql`and ${isAfter(key, isDescending, position)}` : sql``;
    const owned = sql`empresa_id = ${call.empresa_id}`;
    const ownedAnd = (condition?: Fragment): Fragment => sql`${owned} ${condition ? sql`and ${condition}` : sql``}`;

    const chosen = filters(call, selected);
    const [narrowest, ...others] = chosen;
    const narrowestCondition = ownedAnd(narrowest?.equals ? indexRange(narrowest.equals) : narrowest?.where);

    const indexed = chosen.find(({ indexedBy }) => indexedBy?.includes(order));
    const walkRange = (equals: Equality): Fragment => {
      if (key) return sortedIndexRange(equals, key, isDescending, position);
      const afterId = position && String(position[0]);
      return indexRange(equals, isDescending ? { below: afterId } : { above: afterId });
    };
    const walkCondition = indexed?.equals
      ? ownedAnd(walkRange(indexed.equals))
      : sql`${ownedAnd(indexed?.where)} ${afterPosition}`;
    const indexColumn = (key && indexed?.equals?.sortedBy) ?? indexed?.equals?.by;

    return {
      key,
      isDescending,
      chosen,
      owned,
      /** `and …`, or nothing for the first page. Part of the walk's condition. */
      afterPosition,
      orderColumns: key ? sql`${key.by}, id` : sql`id`,
      orderBy,
      /** The same order, for rows with the sort key as their column `sort_key`. */
      orderByAlias: key ? sql`sort_key ${direction}, id ${direction}` : sql`id ${direction}`,
      selectSortKey: key ? sql`, ${key.by} as sort_key` : sql``,

      /** Reads an index in the order of the list. */
      walk: {
        /** The index has exactly the records of the list: none has to be dropped. */
        isExact: chosen.length === 0 || (chosen.length === 1 && indexed !== undefined),
        condition: walkCondition,
        /**
         * The order of the list, led by the filter's column as in the index. The condition is a range: the planner does not
         * know that this column is the same in all records.
         */
        orderBy: indexColumn ? sql`${indexColumn} ${direction}, ${orderBy}` : orderBy,
        /** The filters that the condition does not contain. */
        remaining: chosen.filter((filter) => filter !== indexed),
      },

      /** The filter with the fewest matches. Without a filter, all records match. */
      narrowest: {
        filter: narrowest,
        condition: narrowestCondition,
        /** Its matches, for a `from`. The fence `offset 0` keeps the planner from choosing another filter's index. */
        matches: sql`(
        select * from (${narrowest?.matches ?? sql`select * from ${sql(table)} where ${narrowestCondition}`}) found
        offset 0
      ) matches`,
        /** The filters beside it. */
        remaining: others,
      },
    };
  };
};

export type Shape = ReturnType<ReturnType<typeof makeShapeOf>>;
