import type { z } from 'zod';
import { convert, describeFields, type Fields, type JsonSchema } from './json-schema.ts';

/** What a route states at its head. */
export interface RouteSchemas {
  params?: z.ZodType;
  querystring?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  response?: Record<string, z.ZodType>;
}

export const parametersOf = (
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  fields: Fields,
  components: Record<string, JsonSchema> = {},
) => {
  if (!schema) return [];
  const converted = convert(schema, 'input');
  Object.assign(components, converted.components);
  describeFields(converted.schema, fields);
  const { properties = {}, required = [] } = converted.schema;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as JsonSchema;
    return { name, in: place, required: place === 'path' || required.includes(name), description, schema: rest };
  });
};
