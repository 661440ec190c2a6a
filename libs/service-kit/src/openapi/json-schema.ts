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

const bases = new Map<z.core.$ZodType, z.ZodObject>();

/** The document shows the fields of the base once, and says that the schema has them. */
export const extending = <Schema extends z.ZodObject>(base: z.ZodObject, schema: Schema): Schema => {
  bases.set(schema, base);
  return schema;
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

/** What is said of a reference that may be null stands beside both. */
const liftFromNullable = (schema: JsonSchema): void => {
  const [{ $ref = undefined, ...beside } = {}, nothing] = schema.anyOf ?? [];
  if ($ref === undefined || schema.anyOf?.length !== 2 || nothing?.type !== 'null') return;
  Object.assign(schema, { ...beside, ...schema, anyOf: [{ $ref }, nothing] });
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
  liftFromNullable(schema);
  // An internal value, which stands for an id that no record has.
  if (zodSchema._zod.def.type === 'catch') delete schema.default;
  // The format says enough.
  if (schema.format) delete schema.pattern;
  if (schema.minLength === 0) delete schema.minLength;
  // Fields may be added to replies, and unknown ones of requests are ignored.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
};

const withoutFields = ({ properties, required, ...rest }: JsonSchema, fields: object): JsonSchema => {
  const missing = Object.keys(fields).filter((name) => !(name in (properties ?? {})));
  if (missing.length > 0) throw new Error(`a schema lacks ${missing} of its base`);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !(name in fields))),
    required: required?.filter((name) => !(name in fields)) ?? [],
  };
};

interface Converted {
  schema: JsonSchema;
  /** Named schemas that it refers to, by `#/components/schemas/<name>`. */
  components: Record<string, JsonSchema>;
}

export const convert = (zodSchema: z.ZodType, io: 'input' | 'output'): Converted => {
  const extended = new Map<string, z.ZodObject>();
  // Wrapped in another schema, so that a named one is replaced by its reference.
  const whole = z.toJSONSchema(z.object({ it: shownReplies.get(zodSchema) ?? zodSchema }), {
    io,
    metadata: components as never,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      tidy(zodSchema as z.core.$ZodTypes, jsonSchema);
      const [name, base] = [components.get(zodSchema)?.id, bases.get(zodSchema)];
      if (name && base) extended.set(name, base);
    },
  });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs = {} } = JSON.parse(text) as {
    properties: { it: JsonSchema };
    $defs?: Converted['components'];
  };
  for (const [name, base] of extended) {
    const { schema, components } = convert(base, io);
    $defs[name] = { allOf: [schema, withoutFields($defs[name] ?? {}, base.shape)] };
    Object.assign($defs, components);
  }
  return { schema: properties.it, components: $defs };
};

/** The schema that a reference names, with what stands beside the reference; any other schema unchanged. */
export const resolve = ({ $ref, ...beside }: JsonSchema, components: Record<string, JsonSchema>): JsonSchema => {
  if ($ref === undefined) return beside;
  return { ...resolve(components[nameIn($ref)] ?? {}, components), ...beside };
};

/** The name of the schema that a reference leads to. */
export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The contract writes `clienteId` in bodies and `cliente_id` in replies. */
export const nameInReplies = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const namedAsInReplies = ({ properties = {}, required = [], ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [nameInReplies(name), one])),
  required: required.map(nameInReplies),
});

/** A body. Its objects with the contract's names may have those of replies instead. */
export const convertBody = (zodSchema: z.ZodType): Converted => {
  const { schema, components } = convert(zodSchema, 'input');
  const either = Object.entries(components).flatMap(([name, one]): [string, JsonSchema][] => {
    if (Object.keys(one.properties ?? {}).every((field) => nameInReplies(field) === field)) return [[name, one]];
    const [camelCase, snakeCase] = [`${name}CamelCase`, `${name}SnakeCase`];
    const alternatives = [camelCase, snakeCase].map((part) => ({ $ref: `#/components/schemas/${part}` }));
    return [
      [name, { anyOf: alternatives }],
      [camelCase, one],
      [snakeCase, namedAsInReplies(one)],
    ];
  });
  return { schema, components: Object.fromEntries(either) };
};

/** What the document says of fields with this name, beside their types. */
export type Fields = Record<string, JsonSchema>;

/** The schemas that a union or an extension is made of, or the schema itself. */
export const partsOf = (schema: JsonSchema): JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]) as JsonSchema[];

export const describeFields = (schema: JsonSchema, fields: Fields): void => {
  for (const one of partsOf(schema)) describeProperties(one, fields);
};

const describeProperties = (schema: JsonSchema, fields: Fields): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {}) as [string, JsonSchema][]) {
    Object.assign(property, { ...fields[name], ...property });
    describeFields((property.items as JsonSchema | undefined) ?? property, fields);
  }
};
