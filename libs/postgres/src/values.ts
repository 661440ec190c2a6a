import { type Fragment, sql } from './statement.ts';

// As text: the driver turns every parameter of type json or jsonb into JSON, and would do so again with a JSON text.

/** A value as a parameter of type jsonb; null instead of undefined. */
export const jsonb = (value: unknown): Fragment => sql`${JSON.stringify(value) ?? null}::text::jsonb`;

/** A value as a parameter of type json; null instead of undefined. */
export const json = (value: unknown): Fragment => sql`${JSON.stringify(value) ?? null}::text::json`;

/**
 * As a literal. For a parameter the generic plan expects a tenth of the table to be read, and may scan and sort
 * everything that a company has instead of walking an index.
 */
export const literal = (whole: number): Fragment => {
  if (!Number.isInteger(whole)) throw new Error(`${whole} is no whole number`);
  return sql.unsafe(String(whole));
};

/** For statements that take no parameters. */
export const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** An array of ids or numbers as a parameter. The driver does not load the array types, and would send `1,2`. */
export const arrayLiteral = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;
