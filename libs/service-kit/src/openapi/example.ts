import { type JsonSchema, resolve } from './json-schema.ts';

const byType: Record<string, unknown> = { string: 'texto', integer: 1, number: 1, boolean: true, null: null };

export const examplesByFormat: Record<string, string> = {
  uuid: '01990c3e-7a10-7c3b-9d1f-6b7c8d9e0f1a',
  date: '2026-07-01',
  'date-time': '2026-07-01T12:00:00.000Z',
  email: 'nome@exemplo.com.br',
};

/** An example made of the examples of the fields: required fields, and optional ones with an example. */
export const makeExample = (
  described: JsonSchema,
  components: Record<string, JsonSchema>,
  isRequest: boolean,
): unknown => {
  const nested = (one: JsonSchema): unknown => makeExample(one, components, isRequest);
  const schema = resolve(described, components);
  const [given] = (schema.examples as unknown[] | undefined) ?? [];
  const [chosen] = schema.enum ?? [];
  if (given !== undefined) return given;
  if (schema.const !== undefined) return schema.const;
  if (chosen !== undefined) return chosen;
  // Most fields that may be null are null when something has not happened.
  if (!isRequest && [schema.type].flat().includes('null')) return null;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => nested(part as JsonSchema)));
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return nested(first);
  if (schema.type === 'array') return [nested((schema.items ?? {}) as JsonSchema)];
  if (schema.type !== 'object')
    return schema.default ?? examplesByFormat[schema.format ?? ''] ?? byType[[schema.type].flat()[0] ?? 'string'];
  const isShown = ([name, property]: [string, JsonSchema]): boolean =>
    schema.required?.includes(name) || property.examples !== undefined || (!isRequest && property.$ref !== undefined);
  const shown = (Object.entries(schema.properties ?? {}) as [string, JsonSchema][]).filter(isShown);
  return Object.fromEntries(shown.map(([name, property]) => [name, nested(property)]));
};
