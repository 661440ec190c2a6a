// Values for the fields of a record, made from what the OpenAPI document says of them.
import { flattened, type OpenApi } from './check-replies.ts';

export type Schema = Record<string, unknown>;
export type Values = Record<string, string | number | boolean>;

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

/** Check digits as the Receita Federal publishes them. */
const cnpjOf = (base: string): string => {
  const digit = (digits: string): string => {
    const sum = [...digits].reverse().reduce((total, one, i) => total + Number(one) * (2 + (i % 8)), 0);
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  };
  const first = base + digit(base);
  return first + digit(first);
};

const formats: Record<string, (seed: number) => string> = {
  email: (seed) => `contato-${seed}@exemplo.com.br`,
  phone: (seed) => `+55119${String(seed % 100_000_000).padStart(8, '0')}`,
  cnpj: (seed) => cnpjOf(String(seed).padStart(12, '0')),
  cnpj_cpf: (seed) => cnpjOf(String(seed).padStart(12, '0')),
  date: (seed) => new Date(Date.UTC(2020, 0, 1 + (seed % 2_000))).toISOString().slice(0, 10),
  'date-time': (seed) => new Date(Date.UTC(2040, 0, 1, 0, 0, seed % 1_000_000)).toISOString(),
  /** Of nothing: the caller puts the id of a record there. */
  uuid: (seed) => `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`,
  'visible characters': (seed) => `ERP-${seed}`,
  'two letters': (seed) => states[seed % states.length] ?? 'SP',
};

const patterns: Record<string, string> = { '^[A-Za-z]{2}$': 'two letters', '^\\S+$': 'visible characters' };

const typesOf = ({ type }: Schema): unknown[] => [type].flat().filter((one) => one !== 'null');

const numberOf = ({ minimum = 0, maximum }: Schema, seed: number, isInteger: boolean): number => {
  const [low, high] = [Number(minimum), Number(maximum)];
  return isInteger ? low + (seed % (high - low + 1)) : low + (seed % Math.floor(high - low)) + 0.25;
};

const textOf = (name: string, schema: Schema, seed: number): string => {
  const format = schema.format ?? patterns[String(schema.pattern)];
  if (!format && schema.pattern === undefined) return `${name} ${seed}`.slice(0, Number(schema.maxLength));
  const make = formats[String(format)];
  if (!make) throw new Error(`${name}: no value is known for ${JSON.stringify(schema)}`);
  return make(seed);
};

/** A valid value, other than that of any other seed near this one. */
export const distinctValue = (name: string, schema: Schema, seed: number): string | number => {
  if (schema.enum) {
    const values = (schema.enum as (string | null)[]).filter((value) => value !== null);
    return values[seed % values.length] ?? '';
  }
  const [type] = typesOf(schema);
  if (type === 'integer' || type === 'number') return numberOf(schema, seed, type === 'integer');
  if (type === 'string') return textOf(name, schema, seed);
  throw new Error(`${name}: no value is known for ${JSON.stringify(schema)}`);
};

/**
 * A value for each field, from consecutive seeds. Of flags there are two values only: flag `i` of a round has the bit `round` of `i`, so
 * that any two differ in one of four rounds.
 */
export const distinctValues = (
  properties: Record<string, Schema>,
  { seed, round, flip }: { seed: number; round: number; flip: boolean },
): Values =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], i) => [
      name,
      typesOf(schema)[0] === 'boolean' ? (((i >> round) & 1) === 1) !== flip : distinctValue(name, schema, seed + i),
    ]),
  );

export const rounds = [0, 1, 2, 3];

/** Of a list, which is a numbered page or a cursor's, the first. */
const resolved = (openapi: OpenApi, schema: Schema = {}): Schema => {
  const flat = flattened(openapi, schema);
  const [first] = (flat.anyOf as Schema[] | undefined) ?? [];
  return first ? resolved(openapi, first) : flat;
};

const propertiesOf = (openapi: OpenApi, schema: Schema | undefined): Record<string, Schema> =>
  (resolved(openapi, schema).properties as Record<string, Schema>) ?? {};

const json = 'application/json';

/** The fields that an operation accepts, or those that it demands. */
export const acceptedFields = (
  openapi: OpenApi,
  method: string,
  path: string,
  which: 'all' | 'required' = 'all',
): Record<string, Schema> => {
  const { properties = {}, required = [] } = resolved(
    openapi,
    openapi.paths[path]?.[method]?.requestBody?.content[json]?.schema,
  );
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, field]) => [name, resolved(openapi, field)] as const,
  );
  return Object.fromEntries(fields.filter(([name]) => which === 'all' || (required as string[]).includes(name)));
};

/** The names of the fields that its reply shows of a record, or of each record of a list. */
export const shownFields = (openapi: OpenApi, method: string, path: string): string[] => {
  const { responses = {} } = openapi.paths[path]?.[method] ?? {};
  const { content } = responses[method === 'post' ? '201' : '200'] ?? {};
  const data = propertiesOf(openapi, content?.[json]?.schema).data ?? {};
  return Object.keys(propertiesOf(openapi, (data.items as Schema | undefined) ?? data));
};
