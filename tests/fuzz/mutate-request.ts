import type { Random } from '@representa/testing';
import type { Operation, Parameter } from './operations.ts';
import { kindsOfKey, type Records } from './records.ts';
import type { FuzzRequest } from './request.ts';

const strangeTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '99999999999999999999',
  'true',
  'null',
  '{}',
  '[]',
  '\u0000',
  '\ud800',
  '%',
  '%00',
  '../..',
  "'; drop table sale; --",
  '{{7*7}}',
  '=1+1',
  '<script>',
  '2026-02-30',
  '9999-12-31',
  'São João ção',
  '😀'.repeat(20),
  'x'.repeat(300),
  'x'.repeat(20_000),
] as const;

const strangeValues: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e-7,
  1e21,
  1.7976931348623157e308,
  2 ** 53,
  [],
  {},
  [[]],
  { __proto__: 1, constructor: { prototype: 1 } },
  Array.from({ length: 1_001 }, () => ({})),
  ...strangeTexts,
];

/** Sent by callers who try to pass for the gateway or for somebody else. */
const strangeHeaders: readonly [string, string][] = [
  ['x-empresa-id', '01990c3e-7a10-7c3b-9d1f-2f6a5b8c9d0e'],
  ['x-gateway-secret', 'x'],
  ['x-exchange-id', 'x'],
  ['x-timeout-ms', '1'],
  ['x-request-id', 'mine'],
  ['x-forwarded-for', '203.0.113.7'],
  ['x-http-method-override', 'DELETE'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-01'],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'ç'],
  ['if-match', '"'],
  ['if-match', '*'],
  ['if-none-match', 'W/"1", "2"'],
  ['prefer', 'handling=strict'],
  ['prefer', 'handling=lenient, handling="strict, respond-async; x'],
  ['accept', 'text/plain;q=0'],
  ['accept-encoding', 'br, gzip;q=0, *'],
  ['content-encoding', 'gzip'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['range', 'bytes=0-1'],
  ['origin', 'null'],
  ['cookie', 'a=b'],
];

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS', 'TRACE'] as const;

/** A request that the document allows, with up to three changes that it may not allow. */
export const makeRequestMaker = (random: Random, operations: readonly Operation[], records: Records) => {
  const pick = <T>(list: readonly T[]): T => random.maybePick(list) as T;

  /** Of this seed. */
  const uuid = (): string => {
    const digits = (count: number): string =>
      Array.from({ length: count }, () => random.integer(0, 15).toString(16)).join('');
    return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`;
  };

  const idFor = (resource: string): string => {
    const kind = random.next();
    if (kind < 0.6) return encodeURIComponent(pick(records.own[resource] ?? ['x']));
    if (kind < 0.85) return encodeURIComponent(pick(records.foreign[resource] ?? ['x']));
    if (kind < 0.95) return uuid();
    return encodeURIComponent(pick(strangeTexts).toWellFormed() || 'x');
  };

  const valueFor = ({ name, schema }: Parameter): string => {
    // A long poll would only wait.
    if (name === 'espera') return pick(['0', '-1', '26', 'x', '']);
    if (random.chance(0.3)) return pick(strangeTexts);
    if (name.endsWith('_id')) return pick([...Object.values(records.own), ...Object.values(records.foreign)].flat());
    if (Array.isArray(schema.enum)) return String(pick(schema.enum));
    if (schema.type === 'integer' || schema.type === 'number') return String(random.integer(0, 120));
    if (schema.type === 'boolean') return pick(['true', 'false']);
    if (schema.format === 'date') return `2026-${String(random.integer(1, 12)).padStart(2, '0')}-15`;
    return pick(['a', 'São', 'SP', '2026-11', 'segunda', 'PED-2026-0001']);
  };

  const queryOf = (operation: Operation): string => {
    const pairs = operation.query.filter(() => random.chance(0.3)).map((one) => [one.name, valueFor(one)]);
    if (random.chance(0.05)) pairs.push([pick(['x', '__proto__', 'empresa_id', 'page']), pick(strangeTexts)]);
    if (pairs.length > 0 && random.chance(0.05)) pairs.push(pick(pairs));
    return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
  };

  /** The example, with references that exist and values that may be used once made new. */
  const freshen = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => freshen(one));
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, freshen(one, field)]));
    if (name === 'clienteId')
      return pick(random.chance(0.9) ? (records.own.clients ?? []) : (records.foreign.clients ?? []));
    if (name === 'representadaId' || name === 'representada_id')
      return pick(random.chance(0.9) ? (records.own.representadas ?? []) : (records.foreign.representadas ?? []));
    if (name === 'email') return `${uuid()}@exemplo.com.br`;
    if (['id', 'codigo', 'pedido'].includes(name)) return uuid();
    if (['cnpj', 'cnpj_cpf'].includes(name)) return null;
    return value;
  };

  /** Replaces, removes or adds a value somewhere. */
  const mutate = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0 && random.chance(0.7)) {
      const at = random.integer(0, value.length - 1);
      return value.map((one, i) => (i === at ? mutate(one) : one));
    }
    if (value && typeof value === 'object' && !Array.isArray(value) && random.chance(0.9)) {
      const entries = Object.entries(value);
      const at = random.integer(0, entries.length);
      const [name, old] = entries[at] ?? [pick(strangeTexts), undefined];
      if (at < entries.length && random.chance(0.15)) return Object.fromEntries(entries.filter((_, i) => i !== at));
      return { ...value, [name]: mutate(old) };
    }
    return pick(strangeValues);
  };

  const bodyOf = (operation: Operation): Buffer | undefined => {
    if (operation.body === undefined) return random.chance(0.03) ? Buffer.from('{}') : undefined;
    if (typeof operation.body === 'string') return Buffer.from(spoil(operation.body));
    let body = freshen(operation.body);
    for (let changes = random.integer(0, 3); changes > 0; changes--) body = mutate(body);
    return Buffer.from(spoil(JSON.stringify(body)));
  };

  /** Now and then not even the syntax is right. */
  const spoil = (text: string): string | Buffer => {
    const kind = random.next();
    if (kind > 0.08) return text;
    if (kind > 0.05) return text.slice(0, random.integer(0, text.length));
    const bytes = Buffer.from(text);
    for (let changes = random.integer(1, 4); changes > 0; changes--)
      bytes[random.integer(0, Math.max(0, bytes.length - 1))] = random.integer(0, 255);
    return bytes;
  };

  return (): FuzzRequest => {
    const operation = pick(operations);
    const [, , , resource = ''] = operation.path.split('/');
    const path = operation.path.replaceAll(/\{\w+\}/g, (name) => idFor(name === '{receiptId}' ? 'receipts' : resource));
    const key = random.chance(0.93) ? kindsOfKey.caller : pick(Object.values(kindsOfKey));
    const body = bodyOf(operation);
    const headers: FuzzRequest['headers'] = key === undefined ? [] : [['x-api-key', key]];
    if (body) headers.push(['content-type', operation.contentType ?? 'application/json']);
    while (random.chance(0.12)) headers.push(pick(strangeHeaders));
    const method = random.chance(0.03) ? pick(methods) : operation.method;
    return { method, target: `${path}${queryOf(operation)}`, headers, body };
  };
};
