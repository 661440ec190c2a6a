import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type JsonSchema, nameInReplies } from '../openapi/json-schema.ts';

type Properties = Record<string, JsonSchema>;

/** A field of a body, by each name that a caller may send. */
interface BodyField {
  /** Its name in the schema of the body. Undefined: replies show it, and nobody can write it. */
  accepted: string | undefined;
  /** The fields of an object, or of each object of a list. */
  inside?: BodyFields | undefined;
}
type BodyFields = ReadonlyMap<string, BodyField>;

/** The properties of an object, of the objects of a list, or of alternatives. */
const propertiesOf = ({ properties, items, anyOf = [] }: JsonSchema): Properties => ({
  ...(properties as Properties | undefined),
  ...(items && propertiesOf(items as JsonSchema)),
  ...Object.assign({}, ...(anyOf as JsonSchema[]).map(propertiesOf)),
});

const knownFields = (body: Properties, shown: Properties): BodyFields | undefined => {
  if (Object.keys(body).length === 0) return undefined;
  const fields = new Map<string, BodyField>(Object.keys(shown).map((name) => [name, { accepted: undefined }]));
  for (const [name, schema] of Object.entries(body)) {
    const inReplies = nameInReplies(name);
    const inside = knownFields(propertiesOf(schema), propertiesOf(shown[name] ?? {}));
    const field = { accepted: name, inside };
    if (inReplies in shown && !(inReplies in body)) fields.set(inReplies, field);
    fields.set(name, field);
  }
  return fields;
};

const withoutParts = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, schema]) => Object.keys(propertiesOf(schema)).length === 0));

/** Replies with the record of a body. */
interface Replies {
  read: z.ZodType | undefined;
  /** Of what it has in lists, nothing is known: the `parcelas` of a receipt are no misspelt `parcela`. */
  created: z.ZodType | undefined;
}

/** The fields that a body may have, by its schema and by those of replies. */
export const bodyFieldsOf = (body: z.ZodType, { read, created }: Replies): BodyFields => {
  const convert = (schema: z.ZodType, io: 'input' | 'output'): Properties =>
    propertiesOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const recordOf = (reply: z.ZodType | undefined): Properties =>
    propertiesOf((reply && convert(reply, 'output').data) ?? {});
  const shown = { ...withoutParts(recordOf(created)), ...recordOf(read) };
  return knownFields(convert(body, 'input'), shown) ?? new Map();
};

export type FieldPath = readonly (string | number)[];

interface ReadFields {
  /** The body with the fields that its schema knows. */
  body: unknown;
  /** Where it has others. */
  unknown: FieldPath[];
  /** Where it has a field under both its names, with different values. */
  twice: { path: FieldPath; otherName: string }[];
}

/** Takes the known fields of a body, which may be of any form. */
export const readFields = (sent: unknown, fields: BodyFields): ReadFields => {
  const unknown: FieldPath[] = [];
  const twice: ReadFields['twice'] = [];
  const read = (value: unknown, known: BodyFields | undefined, path: FieldPath): unknown => {
    if (!known || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one, index) => read(one, known, [...path, index]));
    const taken = new Map<string, unknown>();
    for (const [name, given] of Object.entries(value)) {
      const field = known.get(name);
      if (!field) unknown.push([...path, name]);
      if (field?.accepted === undefined) continue;
      const { accepted, inside } = field;
      const place = [...path, accepted];
      if (!taken.has(accepted)) taken.set(accepted, read(given, inside, place));
      else if (!isDeepStrictEqual(taken.get(accepted), given))
        twice.push({ path: place, otherName: nameInReplies(accepted) });
    }
    return Object.fromEntries(taken);
  };
  return { body: Array.isArray(sent) ? sent : read(sent, fields, []), unknown, twice };
};
