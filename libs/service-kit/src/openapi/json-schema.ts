import { z } from 'zod';
import { mergeNullable } from '../replies/serialization.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schemas that the document shows under a name. Not zod's own registry: names there would change the compiled serializers. */
const components = z.registry<{ id: string }>();

/** A registry and no map: `describe` and `meta` make another schema, which inherits from the first. */
const replacements = z.registry<{ shown: JsonSchema }>();

export const nameSchemas = (schemas: Record<string, z.ZodType>): void => {
  for (const [id, schema] of Object.entries(schemas)) components.add(schema, { id });
};

/** For values that are parsed from text: a caller of the API sends a number or a boolean. */
export const documentedAs = <Schema extends z.ZodType>(schema: Schema, shown: JsonSchema): Schema => {
  replacements.add(schema, { shown });
  return schema;
};

/** What the document shows instead of a whole reply's schema. */
const shownReplies = new Map<z.ZodType, z.ZodType>();

/**
 * For a whole reply with alternatives, and not for a part of one. The serializer gets one flat schema with optional fields: of
 * a union it would validate every record to find its alternative.
 */
export const replyShownAs = <Schema extends z.ZodType>(
  schema: Schema,
  shown: z.ZodType<z.output<Schema>, z.input<Schema>>,
): Schema => {
  shownReplies.set(schema, shown);
  return schema;
};

const tidy = (zodSchema: z.core.$ZodTypes, schema: JsonSchema): void => {
  // The limits of every whole number in JSON.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const replacement = replacements.get(zodSchema);
  if (replacement) {
    for (const key of Object.keys(schema)) delete schema[key];
    Object.assign(schema, replacement.shown);
  }
  Object.assign(schema, z.globalRegistry.get(zodSchema));
  mergeNullable(schema);
  // An internal value, which stands for an id that no record has.
  if (zodSchema._zod.def.type === 'catch') delete schema.default;
  // The format says enough.
  if (schema.format) delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  // Fields may be added to replies, and unknown ones of requests are ignored.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
};

interface Converted {
  schema: JsonSchema;
  /** Named schemas that it refers to, by `#/components/schemas/<name>`. */
  components: Record<string, JsonSchema>;
}

export const convert = (zodSchema: z.ZodType, io: 'input' | 'output'): Converted => {
  // Wrapped in another schema, so that a named one is replaced by its reference.
  const whole = z.toJSONSchema(z.object({ it: shownReplies.get(zodSchema) ?? zodSchema }), {
    io,
    metadata: components as never,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema as z.core.$ZodTypes, jsonSchema),
  });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs } = JSON.parse(text) as { properties: { it: JsonSchema }; $defs?: Converted['components'] };
  return { schema: properties.it, components: $defs ?? {} };
};

/** What the document says of fields with this name, beside their types. */
export type Fields = Record<string, JsonSchema>;

/** The schemas of a union, or the schema itself. */
export const alternativesOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]) as JsonSchema[];

export const describeFields = (schema: JsonSchema, fields: Fields): void => {
  for (const one of alternativesOf(schema)) describeProperties(one, fields);
};

const describeProperties = (schema: JsonSchema, fields: Fields): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, JsonSchema][]) {
    if (property.$ref) continue;
    Object.assign(property, { ...fields[name], ...property });
    describeFields((property.items as JsonSchema | undefined) ?? property, fields);
  }
};
