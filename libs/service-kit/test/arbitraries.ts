import fc from 'fast-check';
import { z } from 'zod';
import { blankAsEmpty, line, text } from '../src/index.ts';

/** Stands in every pattern of the schemas below, and must never be seen outside. */
export const secret = 'SEGREDO';

/** Any sequence of UTF-16 code units: lone surrogates and NUL included. */
export const anyString = fc
  .array(
    fc.oneof(fc.nat(0xffff), fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0, 0x1e, 0x1f, 0xd800, 0xdfff)),
    {
      maxLength: 20,
    },
  )
  .map((units) => String.fromCharCode(...units));

/** Written without the functions under test: no NUL, and every surrogate in a pair. */
export const isStorable = (value: string): boolean =>
  [...value].every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code !== 0 && (code < 0xd800 || code > 0xdfff);
  });

export const storableString = fc.string({ unit: 'binary', maxLength: 20 }).filter(isStorable);

/** They separate the parts of `search_text`. */
export const separators = ['\u001e', '\u001f'];
export const storableLine = storableString.filter((value) => !separators.some((one) => value.includes(one)));

const bound = fc.integer({ min: -3, max: 12 });
const size = fc.integer({ min: 0, max: 6 });

/** Schemas that refuse undefined and null. */
export const requiredLeaf: fc.Arbitrary<z.ZodType> = fc.oneof(
  size.map((minimum) => z.string().min(minimum)),
  size.map((maximum) => z.string().max(maximum)),
  size.map((length) => z.string().length(length)),
  size.map(text),
  size.map((minimum) => line(minimum, 5)),
  fc.constant(z.string().regex(new RegExp(`^${secret}$`))),
  fc.constant(z.string().startsWith(secret)),
  fc.constant(z.string().trim().email()),
  fc.constant(z.email()),
  fc.constant(z.guid()),
  fc.constant(z.iso.date()),
  fc.constant(z.string().transform(Number)),
  fc.constant(z.string().refine((value) => value === secret, { abort: true })),
  fc.constant(z.string().refine((value) => value === secret, 'Regra da casa')),
  bound.map((minimum) => z.number().min(minimum)),
  bound.map((minimum) => z.number().gt(minimum)),
  bound.map((maximum) => z.number().max(maximum)),
  bound.map((maximum) => z.number().lt(maximum)),
  fc.constant(z.number().int()),
  fc.constant(z.number().multipleOf(7)),
  fc.constant(z.boolean()),
  fc.constant(z.enum(['um', 'dois'])),
  fc.constant(z.enum(['um', 'dois']).transform((value) => value.length)),
  fc.constant(z.literal('só este')),
  fc.constant(z.union([z.string().max(2), z.number()])),
  fc.constant(z.union([z.string().regex(new RegExp(secret)), z.guid()])),
  fc.constant(z.preprocess((value) => value, z.string().min(2))),
);

const leaf: fc.Arbitrary<z.ZodType> = fc.oneof(
  { weight: 4, arbitrary: requiredLeaf },
  { weight: 1, arbitrary: requiredLeaf.map((schema) => schema.optional()) },
  { weight: 1, arbitrary: requiredLeaf.map((schema) => schema.nullish()) },
  { weight: 1, arbitrary: size.map((maximum) => blankAsEmpty(text(maximum))) },
);

const name = fc.constantFrom('nome', 'itens', 'constructor', 'toString', 'a.b', '0');

const { schema, value } = fc.letrec<{ schema: z.ZodType; value: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc.dictionary(name, tie('schema'), { maxKeys: 3 }).map((shape) => z.object(shape)),
    fc.dictionary(name, tie('schema'), { maxKeys: 3 }).map((shape) => z.strictObject(shape)),
    tie('schema').map((inner) => z.array(inner).min(1)),
    tie('schema').map((inner) => z.record(z.string().max(4), inner)),
    tie('schema').map((inner) => z.tuple([inner])),
  ),
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom(undefined, null, true, '', 'um', 'x@y.co', 'longer than that', secret.toLowerCase(), '2026-02-30'),
    fc.double({ noNaN: true }),
    fc.integer({ min: -5, max: 15 }),
    anyString,
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

export const anySchema = schema;
export const anyValue = value;
