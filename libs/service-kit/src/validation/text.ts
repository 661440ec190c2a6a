import { z } from 'zod';
import { messages } from '../kit.errors.ts';

/** PostgreSQL text holds no NUL, and half of a surrogate pair is no character. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

/** Free text, kept as sent. */
export const text = (maximum: number): z.ZodString =>
  z.string().max(maximum).refine(storable, { error: messages.notStorable, abort: true });

/** U+001E and U+001F separate the parts of `search_text`, by which lists are sorted and filtered. */
const storableInLine = (value: string): boolean =>
  storable(value) && !value.includes('\u001e') && !value.includes('\u001f');

/** U+2800 is the blank of Braille. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u;

/** A name or a code: blanks around it carry no meaning, and it can be seen. */
export const line = (minimum: number, maximum: number): z.ZodString => {
  const schema = z
    .string()
    .trim()
    .min(minimum)
    .max(maximum)
    .refine(storableInLine, { error: messages.notStorable, abort: true });
  if (minimum === 0) return schema;
  return schema.refine((value) => value === '' || visible.test(value), { error: messages.invisible });
};

/** Before every other id. No record has it. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** The id in a path, as PostgreSQL writes it: one that is no UUID is an id that no record has. */
export const recordId = z.guid().toLowerCase().catch(nilUuid);

/** A field with a format of its own that may be empty. Some callers send an empty text, or blanks, instead of null. */
export const blankAsNull = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .preprocess((value) => (typeof value === 'string' && !value.trim() ? null : value), schema.nullish())
    .transform((value) => value ?? null);

/** The same for a field that the contract never shows as null. */
export const blankAsEmpty = <Schema extends z.ZodType<string>>(schema: Schema) =>
  blankAsNull(schema).transform((value) => value ?? '');

/** A decimal number from 0 on. As text, because the shortest text of a number is the decimal that was sent. PostgreSQL rounds it half up. */
export const decimal = (maximum: number) => z.number().min(0).max(maximum).transform(String);
