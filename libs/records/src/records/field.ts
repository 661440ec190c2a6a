import { blankAsEmpty, blankAsNull } from '@representa/service-kit';
import type { JsonSchema } from '@representa/service-kit/openapi';
import { z } from 'zod';

type Body = z.ZodType | undefined;

/** A field of a record: what a creation and an update accept, and what a reply shows. Undefined: the caller cannot write it. */
export interface Field<
  Create extends Body = Body,
  Update extends Body = Body,
  Shown extends z.ZodType = z.ZodType,
  WhenSet extends boolean = boolean,
  Detail extends boolean = boolean,
> {
  create: Create;
  update: Update;
  shown: Shown;
  /** A reply shows it only when it is not null: a field that the contract does not know. */
  isShownWhenSet: WhenSet;
  /** Shown by a read, an update, a feed and an export; not by a creation or a list. */
  isDetail: Detail;
  /** Its description and examples in the document. */
  docs: JsonSchema;
}

/** What the document says stands in the field's own schema, by `.meta()`. */
const docsOf = (schema: z.ZodType): JsonSchema => {
  const { description, examples } = schema.meta() ?? {};
  return {
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  } as JsonSchema;
};

/** A reply shows a value in the form in which it is sent, without the limits of a body. */
type ShownOf<Schema extends z.ZodType> = z.ZodType<z.input<Schema>, z.input<Schema>>;

const withoutLimits = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodNullable) return withoutLimits(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodPipe) return withoutLimits(schema.in as z.ZodType);
  if (schema instanceof z.ZodString) return z.string();
  if (schema instanceof z.ZodNumber) return schema.isInt ? z.int() : z.number();
  return schema;
};

const shownAs = <Schema extends z.ZodType>(schema: Schema): ShownOf<Schema> => withoutLimits(schema) as ShownOf<Schema>;

const shownAlways = { isShownWhenSet: false, isDetail: false } as const;

interface Accepted {
  create?: z.ZodType;
  update?: z.ZodType;
}
type AcceptedBy<Part extends keyof Accepted, Other, Schema> =
  Other extends Record<Part, infer Own extends z.ZodType> ? Own : Schema;

/** A creation must have it. `create` and `update`: what they accept, if it differs. */
export const required = <Schema extends z.ZodType, Other extends Accepted = Record<never, never>>(
  schema: Schema,
  { create, update }: Other = {} as Other,
) => ({
  create: (create ?? schema) as AcceptedBy<'create', Other, Schema>,
  update: ((update ?? schema) as AcceptedBy<'update', Other, Schema>).optional(),
  shown: shownAs(schema),
  docs: docsOf(schema),
  ...shownAlways,
});

/** The default is in the form in which the field is stored. */
export const withDefault = <Schema extends z.ZodType>(
  schema: Schema,
  byDefault: z.core.util.NoUndefined<z.output<Schema>>,
) => ({
  create: schema.default(byDefault),
  update: schema.optional(),
  shown: shownAs(schema),
  docs: docsOf(schema),
  ...shownAlways,
});

/** Given by the caller when the record is created, and never changed. */
export const fixed = <Schema extends z.ZodType>(schema: Schema) => ({
  ...required(schema),
  update: undefined,
});

/** Written by updates only: a creation gives it the default of its column. */
export const updatable = <Schema extends z.ZodType>(schema: Schema) => ({
  ...required(schema),
  create: undefined,
});

/** May be null, and is shown only when it is not. */
export const whenSet = <Schema extends z.ZodType>(schema: Schema) => ({
  create: schema.nullable().default(null),
  update: schema.nullable().optional(),
  shown: shownAs(schema).optional(),
  docs: docsOf(schema),
  isShownWhenSet: true as const,
  isDetail: false as const,
});

/** Text that is never null: null and blanks in a body make it empty. */
export const textOrEmpty = <Schema extends z.ZodType<string>>(schema: Schema) => ({
  create: blankAsEmpty(schema).default(''),
  update: blankAsEmpty(schema).optional(),
  shown: z.string(),
  docs: docsOf(schema),
  ...shownAlways,
});

/** Text that may be null: blanks in a body mean null. */
export const textOrNull = <Schema extends z.ZodType<string>>(schema: Schema) => ({
  create: blankAsNull(schema),
  update: blankAsNull(schema).optional(),
  shown: z.string().nullable(),
  docs: docsOf(schema),
  ...shownAlways,
});

/** Written by the service. */
export const readOnly = <Schema extends z.ZodType>(schema: Schema) => ({
  create: undefined,
  update: undefined,
  shown: schema,
  docs: docsOf(schema),
  ...shownAlways,
});

/** A field that a creation's reply and a list leave out. */
export const inDetail = <F extends Field>(field: F): Omit<F, 'isDetail'> & { isDetail: true } => ({
  ...field,
  isDetail: true,
});
