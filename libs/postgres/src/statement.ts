import type { Row } from 'postgres';

export type Value = string | number | bigint | boolean | null | Uint8Array;

/** SQL text and what stands between its pieces: values, which are sent as parameters, or other fragments. */
export class Statement<Rows extends readonly object[] = Row[]> {
  readonly texts: readonly string[];
  readonly parts: readonly (Value | Fragment)[];
  /** Only for the compiler. */
  declare readonly rows: Rows;
  // biome-ignore lint/suspicious/noThenProperty: only for the compiler, which refuses `await statement`: it would not send it.
  declare readonly then: () => never;

  constructor(texts: readonly string[], parts: readonly (Value | Fragment)[] = []) {
    this.texts = texts;
    this.parts = parts;
  }
}

/** A part of a statement, or a whole one whose rows do not matter. */
export type Fragment = Statement<readonly object[]>;

/**
 * Makes statements. The driver can compose fragments, too; but it makes a query of each, and V8 does not free a query and
 * its rows before the next full collection (decision 139).
 */
interface Sql {
  <Rows extends readonly object[] = Row[]>(
    texts: TemplateStringsArray,
    ...parts: readonly (Value | Fragment)[]
  ): Statement<Rows>;
  /** The name of a table or a column, quoted; without a schema. */
  (name: string): Fragment;
  /** Text of the code itself, never a caller's. */
  unsafe<Rows extends readonly object[] = Row[]>(text: string): Statement<Rows>;
}

const compose = (texts: TemplateStringsArray | string, ...parts: readonly (Value | Fragment)[]): Statement =>
  typeof texts === 'string' ? new Statement([`"${texts.replaceAll('"', '""')}"`]) : new Statement(texts, parts);

export const sql = Object.assign(compose, { unsafe: (text: string) => new Statement([text]) }) as Sql;

/** As PostgreSQL gets it: one text with `$1`, `$2`, …, and their values. */
export const render = (statement: Fragment): { text: string; values: Value[] } => {
  const values: Value[] = [];
  return { text: textOf(statement, (value) => `$${values.push(value)}`), values };
};

/** Its text, with what `place` makes of each value. */
export const textOf = ({ texts, parts }: Fragment, place: (value: Value) => string): string => {
  let text = texts[0] as string;
  for (const [index, part] of parts.entries()) {
    text += part instanceof Statement ? textOf(part, place) : place(part);
    text += texts[index + 1];
  }
  return text;
};
