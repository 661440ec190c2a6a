import type { z } from 'zod';
import { examplesByFormat } from './example.ts';
import { convert, describeFields, type Fields, type JsonSchema, resolve } from './json-schema.ts';

/** What a route states at its head. */
export interface RouteSchemas {
  params?: z.ZodType;
  querystring?: z.ZodType;
  body?: z.ZodType;
  response?: Record<string, z.ZodType>;
}

const withExample = (schema: JsonSchema): JsonSchema => {
  const ofFormat = examplesByFormat[schema.format ?? ''];
  return ofFormat === undefined ? schema : { examples: [ofFormat], ...schema };
};

interface ParameterOptions {
  components?: Record<string, JsonSchema>;
  isSentByPage?: boolean;
}

/**
 * The page /docs fills in the example of an optional parameter, or the first value of its enum, and would so filter lists by
 * them. `x-disabled` shows the example and leaves the parameter out until it is chosen. An empty value is left out anyway, and
 * Postman takes an entry of `examples` with such a value for the value itself.
 */
export const optionalParameter = (
  shown: JsonSchema,
  { components = {}, isSentByPage = false }: ParameterOptions = {},
): object => {
  const { description, ...whole } = shown;
  const { examples, ...schema } = withExample(whole);
  const { enum: values = [], default: byDefault } = resolve(schema, components);
  const [value] = (examples as unknown[] | undefined) ?? values;
  if (!value || byDefault !== undefined) return { required: false, description, schema: whole };
  return { required: false, description, schema, examples: { default: { value, 'x-disabled': !isSentByPage } } };
};

export const parametersOf = (
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  { fields, examples = {} }: { fields: Fields; examples?: Record<string, unknown> },
  components: Record<string, JsonSchema> = {},
) => {
  if (!schema) return [];
  const converted = convert(schema, 'input');
  Object.assign(components, converted.components);
  describeFields(converted.schema, fields);
  const { properties = {}, required = [] } = converted.schema;
  for (const [name, property] of Object.entries(properties))
    if (name in examples) (property as JsonSchema).examples = [examples[name]];
  return Object.entries(properties).map(([name, property]) => {
    if (place !== 'path' && !required.includes(name))
      return { name, in: place, ...optionalParameter(property as JsonSchema, { components }) };
    const { description, ...rest } = property as JsonSchema;
    return { name, in: place, required: true, description, schema: withExample(rest) };
  });
};
