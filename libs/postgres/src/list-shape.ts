import type { Call } from '@representa/contracts';
import { type Fragment, sql } from './statement.ts';

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
   * `by = value`, read as a range: with an equality the planner would walk all records for a frequent value. There is an index
   * that begins with (empresa_id, by). `sortedBy` is the expression of the same value in the indexes of (empresa_id, sortedBy,
   * sort key, id); `by` unless given.
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

/** Where a page ends: its last record's sort key, if any, and id. */
export type Position = readonly (string | number)[];

/** The parts of a list's statements that depend on a request's filters, order and position. */
export const makeShapeOf = <Selected extends ListOrder>({
  table,
  idType,
  sortKeys,
  filters,
}: ListDefinition<Selected>) => {
  const cast = (value: string | number | undefined, type: string): Fragment =>
    sql`${value === undefined ? null : String(value)}::text::${sql.unsafe(type)}`;

  const lastValues = (key: SortKey | undefined, position: Position): Fragment =>
    key ? sql`${cast(position[0], key.type)}, ${cast(position[1], idType)}` : cast(position[0], idType);

  return (call: OwnedCall, selected: Selected, position?: Position) => {
    const isDescending = selected.ordenar.startsWith('-');
    const direction = isDescending ? sql`desc` : sql`asc`;
    const [notBefore, notAfter, after] = isDescending ? [sql`<=`, sql`>=`, sql`<`] : [sql`>=`, sql`<=`, sql`>`];
    const order = selected.ordenar.replace(/^-/, '');
    const key = sortKeys[order];
    const orderColumns = key ? sql`${key.by}, id` : sql`id`;
    const orderBy = key ? sql`${key.by} ${direction}, id ${direction}` : sql`id ${direction}`;
    const last = position && lastValues(key, position);
    const afterPosition = last ? sql`and (${orderColumns}) ${after} (${last})` : sql``;
    /** The part of an index that has a value in its column `by`, or what comes after the last values in it. */
    const rangeOf = (by: Fragment, value: Fragment, from?: Fragment): Fragment => sql`
      ${from ? sql`(${by}, ${orderColumns}) ${after} (${value}, ${from})` : sql`${by} ${notBefore} ${value}`}
      and ${by} ${notAfter} ${value}`;
    const owned = sql`empresa_id = ${call.empresa_id}`;
    const ownedAnd = (condition?: Fragment): Fragment => sql`${owned} ${condition ? sql`and ${condition}` : sql``}`;

    const chosen = filters(call, selected);
    const [narrowest, ...others] = chosen;
    const narrowestCondition = ownedAnd(
      narrowest?.equals ? rangeOf(narrowest.equals.by, narrowest.equals.value) : narrowest?.where,
    );

    const indexed = chosen.find(({ indexedBy }) => indexedBy?.includes(order));
    const { by, sortedBy = by, value } = indexed?.equals ?? {};
    const indexColumn = key ? sortedBy : by;
    const walkCondition =
      indexColumn && value
        ? ownedAnd(rangeOf(indexColumn, value, last))
        : sql`${ownedAnd(indexed?.where)} ${afterPosition}`;

    return {
      key,
      notBefore,
      chosen,
      owned,
      /** `and …`, or nothing for the first page. Part of the walk's condition. */
      afterPosition,
      orderColumns,
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
