import type { CompanyCall } from '@representa/contracts';
import { type Fragment, sql } from './statement.ts';
import { literal } from './values.ts';

/** What a list can be sorted by, before the id. */
interface SortKey {
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
  /** Read as a range: with an equality the planner would walk all records for a frequent value. */
  equals?: {
    /** An index begins with (empresa_id, by). */
    by: Fragment;
    /**
     * Other indexes begin with (empresa_id, sortedBy), and have a sort key and the id after it. `by` unless given: another
     * expression of the same value keeps the planner from taking these indexes in the place of the first.
     */
    sortedBy?: Fragment;
    value: Fragment;
  };
  /** `select * from …`: the matches by an index of their own, where `where` cannot use one. */
  matches?: Fragment;
  /** Selects a `total` that is kept, so that the matches need not be counted. */
  total?: Fragment;
}

export interface ListDefinition<Selected> {
  table: string;
  idType: 'uuid' | 'text';
  /** The columns of the reply. */
  columns: (call: CompanyCall) => Fragment;
  /** By their names in `ordenar`, without the `-`. Undefined: sorted by id alone. */
  sortKeys: Record<string, SortKey | undefined>;
  /** The filters that a request uses, those with the fewest matches first. */
  filters: (call: CompanyCall, selected: Selected) => ListFilter[];
  /** Selects the kept `total` of all records. */
  total: (call: CompanyCall) => Fragment;
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

  return (call: CompanyCall, selected: Selected, position?: Position) => {
    const isDescending = selected.ordenar.startsWith('-');
    const direction = isDescending ? sql`desc` : sql`asc`;
    const [notBefore, notAfter, after] = isDescending ? [sql`<=`, sql`>=`, sql`<`] : [sql`>=`, sql`<=`, sql`>`];
    const order = selected.ordenar.replace(/^-/, '');
    const key = sortKeys[order];
    const orderColumns = key ? sql`${key.by}, id` : sql`id`;
    const orderBy = key ? sql`${key.by} ${direction}, id ${direction}` : sql`id ${direction}`;
    const last = position && lastValues(key, position);
    const afterPosition = (columns: Fragment): Fragment => (last ? sql`and (${columns}) ${after} (${last})` : sql``);
    const aliases = key ? sql`sort_key, id` : sql`id`;
    const selectSortKey = key ? sql`, ${key.by} as sort_key` : sql``;
    /** The part of an index that has a value in its column `by`, or what comes after the last values in it. */
    const rangeOf = (by: Fragment, value: Fragment, from?: Fragment): Fragment => sql`
      ${from ? sql`(${by}, ${orderColumns}) ${after} (${value}, ${from})` : sql`${by} ${notBefore} ${value}`}
      and ${by} ${notAfter} ${value}`;
    const owned = sql`empresa_id = ${call.empresa_id}`;
    const ownedAnd = (condition?: Fragment): Fragment => sql`${owned} ${condition ? sql`and ${condition}` : sql``}`;

    const chosen = filters(call, selected);
    /** What a filter matches, by its own index. Without a filter, all records match. */
    const matchesOf = (filter: ListFilter | undefined) => {
      const condition = ownedAnd(filter?.equals ? rangeOf(filter.equals.by, filter.equals.value) : filter?.where);
      const remaining = chosen.filter((other) => other !== filter);
      // Without another filter only ids and sort keys are needed, which the index may have.
      const columns = remaining.length > 0 ? sql`*` : sql`id`;
      return {
        filter,
        condition,
        /** For a `from`. The fence `offset 0` keeps the planner from choosing another filter's index. */
        matches: sql`(
        select ${columns} ${selectSortKey}
        from (${filter?.matches ?? sql`select * from ${sql(table)} where ${condition}`}) found
        offset 0
      ) matches`,
        /** The filters beside it. */
        remaining,
      };
    };

    const indexed = chosen.find(({ indexedBy }) => indexedBy?.includes(order));
    const { by, sortedBy = by, value } = indexed?.equals ?? {};
    const indexColumn = key ? sortedBy : by;
    const walkCondition =
      indexColumn && value
        ? ownedAnd(rangeOf(indexColumn, value, last))
        : sql`${ownedAnd(indexed?.where)} ${afterPosition(orderColumns)}`;

    return {
      key,
      notBefore,
      chosen,
      owned,
      /** The sort key, if there is one, and the id, of rows with the sort key as their column `sort_key`. */
      aliases,
      /** `and …` for such rows, or nothing for the first page. The walk's condition has it, too. */
      afterPosition: afterPosition(aliases),
      orderColumns,
      orderBy,
      /** The same order, for such rows. */
      orderByAlias: key ? sql`sort_key ${direction}, id ${direction}` : sql`id ${direction}`,
      selectSortKey,

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

      matchesOf,
      /** Of the filter that usually has the fewest. */
      defaultShape: matchesOf(chosen[0]),
    };
  };
};

export type Shape = ReturnType<ReturnType<typeof makeShapeOf>>;
export type Matches = Shape['defaultShape'];

/** Whether `search_text` contains a text, by its trigram index. The subselect computes the pattern once, not for each row. */
export const contains = (text: string): Fragment => sql`search_text like (select containing(${text}))`;

/** The records of a table whose `search_text` contains a text. Only the trigram index has `empresa_id::text`. */
export const searchFilter = (
  table: string,
  { empresa_id }: CompanyCall,
  text: string,
): Required<Pick<ListFilter, 'where' | 'matches'>> => ({
  where: contains(text),
  matches: sql`select * from ${sql(table)} where empresa_id::text = ${empresa_id} and ${contains(text)}`,
});

/** The order of names: the folded one, which is a part of `search_text`. The migrations' indexes have the same expression. */
export const nameKey = (part: number): SortKey => ({
  by: sql`(left(split_part(search_text, e'\\x1f', ${literal(part)}), 100) collate "C")`,
  type: 'text',
});
