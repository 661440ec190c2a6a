import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApi } from '../../tests/openapi/check-replies.ts';
import { acceptedFields, distinctValues, type Values } from '../../tests/openapi/distinct-values.ts';
import { call } from './http.ts';
import { startTwoGateways } from './system.ts';

const token = 'a-token-of-more-than-thirty-two-characters';
const empresas = '/admin/v1/empresas';
let port: number;
let openapi: OpenApi;
let stop: () => Promise<void>;

beforeAll(async () => {
  const system = await startTwoGateways({ ADMIN_TOKEN: [token] });
  stop = system.stop;
  port = system.gateways[0].adminPort ?? 0;
  openapi = JSON.parse((await call(port, '/openapi.json')).text);
});
afterAll(() => stop());

const send = async (method: string, path: string, body?: Values) => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  return (await call(port, path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json.data;
};

/** The document does not say which names are time zones. */
const timeZones = { fuso_horario: ['America/Manaus', 'America/Noronha'] };

/** Each field of an operation with a value of its own. */
const valuesOf = (method: string, path: string, round: number): Values => {
  const fields = acceptedFields(openapi, method, path);
  const values = distinctValues(fields, { seed: 3 * randomInt(100_000_000) + round, round, flip: false });
  return 'fuso_horario' in values ? { ...values, fuso_horario: timeZones.fuso_horario[round % 2] ?? '' } : values;
};

const listed = async (path: string, id: unknown): Promise<Values | undefined> =>
  (await send('GET', path)).find((one: Values) => one.id === id);

test('every operation of the operator refuses unknown fields', async () => {
  const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => (requestBody ? [{ method, path }] : [])),
  );
  expect(operations.length).toBeGreaterThan(2);
  for (const { method, path } of operations) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'handling=strict' };
    const reply = await call(port, path.replace('{id}', randomUUID()), {
      method: method.toUpperCase(),
      headers,
      body: '{"Nome":"x","id":"x"}',
    });
    expect([reply.status, reply.headers['preference-applied']]).toEqual([400, 'handling=strict']);
    expect(reply.json.details).toContainEqual({ code: 'custom', message: 'Campo desconhecido', path: ['Nome'] });
    expect(reply.json.details).not.toContainEqual(expect.objectContaining({ path: ['id'] }));
  }
});

test('every field of a company is stored by its creation and its update, and shown everywhere', async () => {
  const created = valuesOf('post', empresas, 0);
  const { id, ...shown } = await send('POST', empresas, created);
  expect(Object.keys(created).length).toBeGreaterThan(3);
  expect(shown).toMatchObject(created);
  const one = `${empresas}/${id}`;
  expect(await send('GET', one)).toMatchObject(created);
  expect(await listed(empresas, id)).toMatchObject(created);
  for (const round of [1, 0]) {
    const updated = valuesOf('put', `${empresas}/{id}`, round);
    expect(Object.keys(updated)).toEqual(expect.arrayContaining(Object.keys(created)));
    expect(await send('PUT', one, updated)).toMatchObject(updated);
    expect(await send('GET', one)).toMatchObject(updated);
    expect(await listed(empresas, id)).toMatchObject(updated);
  }
});

test.each([0, 1, 2])('every field of a key is stored and shown, whatever its scope (%i)', async (round) => {
  const { id } = await send('POST', empresas, valuesOf('post', empresas, 0));
  const keys = `${empresas}/${id}/keys`;
  const given = valuesOf('post', `${empresas}/{id}/keys`, round);
  const { id: keyId, ...shown } = await send('POST', keys, given);
  expect(Object.keys(given)).toContain('escopo');
  expect(shown).toMatchObject(given);
  expect(await listed(keys, keyId)).toMatchObject(given);
});
