import { type Fragment, sql } from './statement.ts';

// As text: the driver turns every parameter of type json or jsonb into JSON, and would do so again with a JSON text.

/** A value as a parameter of type jsonb; null instead of undefined. */
export const jsonb = (value: unknown): Fragment => sql`${JSON.stringify(value) ?? null}::text::jsonb`;

/** A value as a parameter of type json; null instead of undefined. */
export const json = (value: unknown): Fragment => sql`${JSON.stringify(value) ?? null}::text::json`;
