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
  const from = sql(table);

  const as = (value: string | number | undefined, type: string): Fragment =>
    sql`${value === undefined ? null : String(value)}::text::${sql.unsafe(type)}`;

  /** The range of a value in its index: all of it, or what comes after an id. */
  const places = ({ by, value }: Equality, isDescending: boolean, beyondId?: string): Fragment => {
    const place = (id: string): Fragment => sql`(${value}, ${id}::text::uuid)`;
    const [from, to] = isDescending ? [undefined, beyondId] : [beyondId, undefined];
    return sql`
      (${by}, id) ${from ? sql`>` : sql`>=`} ${place(from ?? leastId)}
      and (${by}, id) ${to ? sql`<` : sql`<=`} ${place(to ?? mostId)}`;
  };

  /** All records with a value, or those after a position, in the index that is also sorted by a key. */
  const sortedPlaces = (
    { by, sortedBy = by, value }: Equality,
    key: SortKey,
    isDescending: boolean,
    position?: Position,
  ): Fragment => {
    const [first, last, beyondIt] = isDescending ? [sql`<=`, sql`>=`, sql`<`] : [sql`>=`, sql`<=`, sql`>`];
    const start = position
      ? sql`(${sortedBy}, ${key.by}, id) ${beyondIt} (${value}, ${as(position[0], key.type)}, ${as(position[1], idType)})`
      : sql`${sortedBy} ${first} ${value}`;
    return sql`${start} and ${sortedBy} ${last} ${value}`;
  };

  /** The records after a position. */
  const beyond = (key: SortKey | undefined, isDescending: boolean, position: Position | undefined): Fragment => {
    if (!position) return sql``;
    const comparison = isDescending ? sql`<` : sql`>`;
    return key
      ? sql`and (${key.by}, id) ${comparison} (${as(position[0], key.type)}, ${as(position[1], idType)})`
      : sql`and id ${comparison} ${as(position[0], idType)}`;
  };

  return (call: OwnedCall, selected: Selected, position?: Position) => {
    const isDescending = selected.ordenar.startsWith('-');
    const order = selected.ordenar.replace(/^-/, '');
    const key = sortKeys[order];
    const direction = isDescending ? sql`desc` : sql`asc`;
    const chosen = filters(call, selected);
    const indexed = chosen.find(({ indexedBy }) => indexedBy?.includes(order));
    const owned = sql`empresa_id = ${call.empresa_id}`;
    const [narrowest, ...others] = chosen;
    const sorted = key ? sql`${key.by} ${direction}, id ${direction}` : sql`id ${direction}`;
    const beyondId = position && !key ? String(position[0]) : undefined;
    const walkedPlaces = (equals: Equality): Fragment =>
      key ? sortedPlaces(equals, key, isDescending, position) : places(equals, isDescending, beyondId);
    const walkedBy = (key && indexed?.equals?.sortedBy) ?? indexed?.equals?.by;
    const following = beyond(key, isDescending, position);
    const walkedFilter = indexed?.equals ? walkedPlaces(indexed.equals) : indexed?.where;
    const condition = narrowest?.equals ? places(narrowest.equals, isDescending) : narrowest?.where;
    const narrowed = sql`${owned} ${condition ? sql`and ${condition}` : sql``}`;
    return {
      key,
      isDescending,
      chosen,
      owned,
      narrowest,
      others,
      /** The records of the narrowest filter, by its index. */
      narrowed,
      /** One index has exactly these records in this order. */
      isWalk: chosen.length === 0 || (chosen.length === 1 && indexed !== undefined),
      /** The records that are walked, after the position. */
      walked: sql`${owned} ${walkedFilter ? sql`and ${walkedFilter}` : sql``} ${indexed?.equals ? sql`` : following}`,
      /** The condition "after the position", for queries that do not use `walked`. */
      following,
      unwalked: chosen.filter((filter) => filter !== indexed),
      place: key ? sql`${key.by}, id` : sql`id`,
      sorted,
      /** The same order, with the columns of the index: all records that are walked have the same value of the filter. */
      sortedWalk: walkedBy ? sql`${walkedBy} ${direction}, ${sorted}` : sorted,
      /** The same order, for rows that have the sort key as a column. */
      sortedRows: key ? sql`sort_key ${direction}, id ${direction}` : sql`id ${direction}`,
      sortKey: key ? sql`, ${key.by} as sort_key` : sql``,
      /** The fence `offset 0` keeps the planner from choosing another filter's index. */
      matches:
        narrowest &&
        sql`(
        select * from (${narrowest.matches ?? sql`select * from ${from} where ${narrowed}`}) found
        offset 0
      ) matches`,
    };
  };
};

export type Shape = ReturnType<ReturnType<typeof makeShapeOf>>;
