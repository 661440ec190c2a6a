import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, nameIn } from './json-schema.ts';

type Components = Record<string, JsonSchema>;

const suffixOf = ({ page, next_cursor }: Components): string => (page ? 'Page' : next_cursor ? 'CursorPage' : 'Reply');

/**
 * Names the schema of a reply by the record that it carries: `SaleReply`, `SalePage`, `SaleCursorPage`, `SaleList` (either page).
 * A changes feed is a `SaleChangePage` of `SaleChangeEntry`. Returns the reference.
 */
export const nameReply = (reply: JsonSchema, components: Components, givenName?: string): JsonSchema => {
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const known = components[name];
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`Two schemas are called ${name}`);
    components[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };

  const nameEntry = ({ oneOf = [], ...entry }: JsonSchema, ofFeed: string): JsonSchema => {
    const [changed, deleted] = oneOf as [JsonSchema, JsonSchema];
    const alternatives = [add(`Changed${ofFeed}`, changed), add(`Deleted${ofFeed}`, deleted)];
    const [alterado, excluido] = alternatives.map(({ $ref }) => $ref as string);
    const discriminator = { propertyName: 'tipo', mapping: { alterado, excluido } };
    return add(`${ofFeed}ChangeEntry`, { ...entry, oneOf: alternatives, discriminator });
  };

  const nameOne = (one: JsonSchema): JsonSchema => {
    const { properties = {} } = one as { properties?: Components };
    const { data, message } = properties;
    if (!data) return message ? add('MessageReply', withoutExample(one)) : one;
    const { $ref, oneOf } = ((data.items as JsonSchema | undefined) ?? data) as JsonSchema;
    if (oneOf) {
      const [{ properties: { registro } = {} }] = oneOf as [{ properties?: Components }];
      const ofFeed = givenName ?? nameIn(registro?.$ref ?? '');
      const entry = nameEntry(data.items as JsonSchema, ofFeed);
      return add(`${ofFeed}ChangePage`, { ...one, properties: { ...properties, data: { ...data, items: entry } } });
    }
    const name = givenName ?? ($ref && nameIn($ref));
    return name ? add(`${name}${suffixOf(properties)}`, one) : one;
  };

  if (!reply.anyOf) return nameOne(reply);
  const pages = (reply.anyOf as JsonSchema[]).map(nameOne);
  const name = nameIn(pages[0]?.$ref ?? '').replace(/Page$/, 'List');
  return add(name, { ...reply, anyOf: pages });
};

/** The message is that of one operation. */
const withoutExample = ({ properties, ...reply }: JsonSchema): JsonSchema => {
  const { examples: _one, ...message } = (properties?.message ?? {}) as JsonSchema;
  return { ...reply, properties: { ...properties, message } };
};
