import { type Fragment, sql } from '@representa/postgres';
import type { Versioned } from '@representa/service-kit';
import { z } from 'zod';
import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field>>;

interface Naming {
  /** Its table, which also names it in change feeds. Each field has a column of its name there. */
  table: string;
  /** Its path, which also names it in the audit. */
  resource: string;
  /** Other services refer to it: its table has the columns of the reference protocol (README.md). */
  isReferenced?: boolean;
  /** It has versions (ETag), and a column for them. True unless given. */
  isVersioned?: boolean;
  /** What a field gets when the caller gives none: an expression of SQL that may use `numbered.empresa_id`. */
  generated?: Readonly<Record<string, string>>;
}

type BodyShape<F extends Fields, Part extends 'create' | 'update'> = {
  -readonly [Name in keyof F as F[Name][Part] extends z.ZodType ? Name : never]: Extract<F[Name][Part], z.ZodType>;
};
type ShownShape<F extends Fields> = { -readonly [Name in keyof F]: F[Name]['shown'] };
type SummaryShape<F extends Fields> = {
  -readonly [Name in keyof F as F[Name]['isDetail'] extends true ? never : Name]: F[Name]['shown'];
};

/** What a creation, an update and a reply of a record have, by its definition. */
export type NewOf<R extends { createBody: z.ZodType }> = z.output<R['createBody']>;
export type ChangesOf<R extends { updateBody: z.ZodType }> = z.output<R['updateBody']>;
export type ShownBy<R extends { reply: z.ZodType }> = z.output<R['reply']>;
export type SummaryOf<R extends { summary: z.ZodType }> = z.output<R['summary']>;

/** A row of the record's table: a field that is shown when it is set may be null. */
export type RowOf<R extends { reply: z.ZodType }> = {
  [Name in keyof Required<ShownBy<R>>]: undefined extends ShownBy<R>[Name]
    ? Exclude<ShownBy<R>[Name], undefined> | null
    : ShownBy<R>[Name];
} & Versioned;

export type RecordDefinition<F extends Fields = Fields> = ReturnType<typeof defineRecord<F>>;

/** Text of the code itself: names of columns. */
const listed = (names: readonly string[]): Fragment => sql.unsafe(names.join(', '));

const cellTypeOf = (shown: z.ZodType): 'number' | 'boolean' | undefined => {
  if (shown instanceof z.ZodOptional || shown instanceof z.ZodNullable) return cellTypeOf(shown.unwrap() as z.ZodType);
  if (shown instanceof z.ZodNumber) return 'number';
  return shown instanceof z.ZodBoolean ? 'boolean' : undefined;
};

/**
 * A record of a company. Bodies, replies, columns, imports, exports and what the document says of its fields follow from the
 * fields, which stand in the order of replies.
 */
export const defineRecord = <const F extends Fields>(
  { table, resource, isReferenced = false, isVersioned = true, generated = {} }: Naming,
  fields: F,
) => {
  const entries = Object.entries(fields) as [string, Field][];
  const namesWhere = (fits: (field: Field) => boolean): string[] =>
    entries.filter(([, field]) => fits(field)).map(([name]) => name);
  const shapeOf = (part: 'create' | 'update' | 'shown', names: readonly string[]): z.ZodRawShape =>
    Object.fromEntries(names.map((name) => [name, fields[name]?.[part] as z.ZodType]));

  const names = Object.keys(fields);
  const version = isVersioned ? ['version'] : [];
  const created = namesWhere(({ create }) => create !== undefined);
  const updated = namesWhere(({ update }) => update !== undefined);
  const summarized = namesWhere(({ isDetail }) => !isDetail);
  const hidden = namesWhere(({ isShownWhenSet }) => isShownWhenSet);
  const cellTypes = entries.map(([name, { shown }]) => [name, cellTypeOf(shown)] as const);

  const createBody = z.object(shapeOf('create', created)) as unknown as z.ZodObject<BodyShape<F, 'create'>>;
  const updateBody = z.object(shapeOf('update', updated)) as unknown as z.ZodObject<BodyShape<F, 'update'>>;
  const reply = z.object(shapeOf('shown', names)) as unknown as z.ZodObject<ShownShape<F>>;
  const isWhole = summarized.length === names.length;
  const summary = (isWhole ? reply : z.object(shapeOf('shown', summarized))) as unknown as z.ZodObject<SummaryShape<F>>;

  return {
    table,
    resource,
    isReferenced,
    generated,
    createBody,
    updateBody,
    reply,
    /** A record as its creation and its list show it. */
    summary,
    /** What the document says of each field. */
    docs: Object.fromEntries(
      entries.map(([name, { docs }]) => [name, docs]).filter(([, docs]) => Object.keys(docs as object).length > 0),
    ),
    columns: listed([...names, ...version]),
    summaryColumns: listed([...summarized, ...version]),
    /** The columns that a caller writes. */
    created,
    updated,
    /** The caller gives the id. Otherwise it is a UUID in the order of creation. */
    isIdGiven: created.includes('id'),
    importable: {
      schema: createBody as z.ZodObject,
      changes: updateBody as z.ZodObject,
      types: Object.fromEntries(cellTypes.filter(([, type]) => type !== undefined)) as Record<
        string,
        'number' | 'boolean'
      >,
      readOnly: names.filter((name) => !created.includes(name)),
    },
    /** A row as replies show it: a field that is shown when it is set is left out when it is null. Changes the row. */
    show: <Row extends object>(row: Row): Row => {
      const values = row as Record<string, unknown>;
      for (const name of hidden) if (values[name] === null) values[name] = undefined;
      return row;
    },
  };
};
