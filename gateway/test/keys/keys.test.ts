import { randomUUID } from 'node:crypto';
import type { Database } from '@representa/postgres';
import { asksForProblem, type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canBeKey } from '../../src/authentication/api-key.ts';
import type { EmpresasRepository } from '../../src/empresas/empresas.repository.ts';
import { addKey, createEmpresa, type Gateway, query, startGateway, type TestEmpresa } from '../gateway.ts';
import { call } from '../http.ts';
import { startTwoGateways } from '../system.ts';
import type { TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let upstream: TestUpstream;
let gateways: [Gateway, Gateway];
let empresas: EmpresasRepository;
let database: Database;
let empresa: TestEmpresa;

beforeAll(async () => {
  ({ stack, upstream, gateways, empresas, database, stop } = await startTwoGateways());
});
beforeEach(async () => {
  empresa = await createEmpresa(empresas);
});
afterAll(() => stop());

const send = (method: string, path: string, key: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(gateways[0].port, `/api/v1${path}`, {
    method,
    key,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const statuses = async (key: string): Promise<number[]> =>
  (await Promise.all(gateways.map(({ port }) => call(port, '/api/v1/sales', { key })))).map(({ status }) => status);
const newKey = { rotulo: ' ERP ', escopo: 'write' };

describe('a company', () => {
  test('makes a key, which is shown once and works at once on every gateway', async () => {
    const made = await send('POST', '/keys', empresa.key, { ...newKey, expira_em: '2127-01-31T12:00:00-03:00' });
    expect([made.status, made.json]).toEqual([
      201,
      {
        success: true,
        data: {
          id: expect.any(String),
          rotulo: 'ERP',
          escopo: 'write',
          prefixo: made.json.data.chave.slice(0, 17),
          criada_em: expect.stringMatching(/Z$/),
          ultimo_uso: null,
          expira_em: '2127-01-31T15:00:00.000Z',
          chave: expect.toSatisfy(canBeKey),
        },
      },
    ]);
    expect(await statuses(made.json.data.chave)).toEqual([200, 200]);
    const { status, json, text } = await send('GET', '/keys', empresa.key);
    const { chave, ...shown } = made.json.data;
    // Its use may be written by now.
    const listed = { ...shown, ultimo_uso: json.data[0].ultimo_uso };
    expect([status, json]).toEqual([200, { data: [listed, expect.any(Object)], limit: 100, next_cursor: null }]);
    expect(text).not.toContain(chave.slice(17));
    const [row] = await query(database)`select api_key::text as all from api_key where id = ${shown.id}`;
    expect(row?.all).not.toContain(chave.slice(17));
  });

  test('revokes one: it is refused on every gateway within a second', async () => {
    const { id, text: key } = await addKey(database, empresa.id);
    expect(await statuses(key)).toEqual([200, 200]);
    const gone = await send('DELETE', `/keys/${id}`, empresa.key);
    expect([gone.status, gone.json]).toEqual([200, { success: true, message: 'Chave revogada com sucesso' }]);
    await until('both refuse', async () => (await statuses(key)).every((status) => status === 401), 1_000);
    const again = await send('DELETE', `/keys/${id}`, empresa.key);
    expect([again.status, again.json]).toEqual([404, { error: 'Chave não encontrada' }]);
    expect((await send('GET', '/keys', empresa.key)).json.data).toHaveLength(1);
  });

  test('revokes a key, which has no version: of If-Match, only * fits', async () => {
    const { id } = await addKey(database, empresa.id);
    const revoke = (ifMatch: string) =>
      call(gateways[0].port, `/api/v1/keys/${id}`, {
        method: 'DELETE',
        key: empresa.key,
        headers: { 'if-match': ifMatch },
      });
    expect((await revoke('"1"')).status).toBe(412);
    expect((await revoke('*')).status).toBe(200);
  });

  test('cannot reach the keys of another', async () => {
    const other = await createEmpresa(empresas);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const reply = await send(method, `/keys/${other.key_id}${path}`, empresa.key, path ? {} : undefined);
      expect([reply.status, reply.json]).toEqual([404, { error: 'Chave não encontrada' }]);
    }
    expect(await statuses(other.key)).toEqual([200, 200]);
    expect((await send('GET', '/keys', empresa.key)).text).not.toContain(other.key_id);
  });

  test('keeps its last admin key, also when two are revoked at once', async () => {
    const refusal = [
      409,
      { error: 'A empresa deve manter ao menos uma chave de escopo admin que não expire antes desta' },
    ];
    const last = await send('DELETE', `/keys/${empresa.key_id}`, empresa.key);
    expect([last.status, last.json]).toEqual(refusal);
    const expiring = { rotulo: 'Só hoje', escopo: 'admin', expira_em: new Date(Date.now() + 60_000).toISOString() };
    expect((await send('POST', '/keys', empresa.key, expiring)).status).toBe(201);
    expect((await send('DELETE', `/keys/${empresa.key_id}`, empresa.key)).status).toBe(409);
    const admins = await Promise.all([1, 2, 3].map(() => addKey(database, empresa.id, 'admin')));
    const ids = [empresa.key_id, ...admins.map(({ id }) => id)];
    // Each by itself, so that none is refused for its own revoked key.
    const replies = await Promise.all(
      ids.map((id, index) =>
        send('DELETE', `/keys/${id}`, [empresa.key, ...admins.map(({ text }) => text)][index] ?? ''),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  });

  test('has at most 100 valid keys', async () => {
    await query(database)`
      insert into api_key (empresa_id, prefixo, hash) select ${empresa.id}, 'x', sha256(convert_to(${empresa.id} || n, 'UTF8'))
      from generate_series(1, 99) n`;
    const refusal = [409, { error: 'A empresa já tem 100 chaves válidas' }];
    const made = await send('POST', '/keys', empresa.key, newKey);
    expect([made.status, made.json]).toEqual(refusal);
    const asked = await send('POST', '/keys', empresa.key, newKey, asksForProblem);
    expect(asked.json.codigo).toBe('key.too_many');
    const rotated = await send('POST', `/keys/${empresa.key_id}/rotate`, empresa.key, {});
    expect([rotated.status, rotated.json]).toEqual(refusal);
    expect((await send('POST', `/keys/${empresa.key_id}/rotate`, empresa.key, { sobreposicao: 0 })).status).toBe(201);
  });

  test.each([
    ['2127-01-31T12:00:00+20:00', '2127-01-30T16:00:00.000Z'],
    ['2127-01-31T12:00:00.123456Z', '2127-01-31T12:00:00.123Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('makes a key that expires at %s', async (expira_em, shown) => {
    const made = await send('POST', '/keys', empresa.key, { ...newKey, expira_em });
    expect([made.status, made.json.data?.expira_em]).toEqual([201, shown]);
  });

  test.each([
    [{}, ['rotulo', 'escopo']],
    [{ ...newKey, escopo: 'owner' }, ['escopo']],
    [{ ...newKey, rotulo: 'x'.repeat(101) }, ['rotulo']],
    [{ ...newKey, rotulo: 'a\0b' }, ['rotulo']],
    // Moves a terminal's cursor, and shows what follows from right to left.
    [{ ...newKey, rotulo: 'a\u001b[1Ab' }, ['rotulo']],
    [{ ...newKey, rotulo: 'a\u202eb' }, ['rotulo']],
    [{ ...newKey, rotulo: 'a\nb' }, ['rotulo']],
    [{ ...newKey, expira_em: '2020-01-01T00:00:00Z' }, ['expira_em']],
    [{ ...newKey, expira_em: 'amanhã' }, ['expira_em']],
    [{ ...newKey, expira_em: '9999-12-31T23:59:59-03:00' }, ['expira_em']],
    [[], ['']],
  ])('is told what is wrong with %j', async (body, fields) => {
    const reply = await send('POST', '/keys', empresa.key, body);
    expect([reply.status, reply.json.error]).toEqual([400, 'Dados de entrada inválidos']);
    expect(reply.json.details.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(fields);
  });

  test('gets the usual refusals: another method, an unknown parameter, no JSON', async () => {
    const other = await send('PUT', '/keys', empresa.key, {});
    expect([other.status, other.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect((await send('GET', '/keys?page=2', empresa.key)).status).toBe(400);
    const text = { method: 'POST', key: empresa.key, headers: { 'content-type': 'text/plain' }, body: 'x' };
    expect((await call(gateways[0].port, '/api/v1/keys', text)).status).toBe(415);
  });
});

describe('rotation', () => {
  const rotate = (id: string, body: unknown) => send('POST', `/keys/${id}/rotate`, empresa.key, body);

  test('gives another key with the same label and scope; the old one works on for a while', async () => {
    const old = await addKey(database, empresa.id, 'read', '2127-01-31T12:00:00Z');
    const { status, json } = await rotate(old.id, { sobreposicao: 2 });
    expect([status, json.data]).toMatchObject([
      201,
      { rotulo: 'x', escopo: 'read', expira_em: '2127-01-31T12:00:00.000Z' },
    ]);
    expect(await statuses(old.text)).toEqual([200, 200]);
    expect(await statuses(json.data.chave)).toEqual([200, 200]);
    await until('the old one has ended', async () => (await statuses(old.text)).every((one) => one === 401), 3_500);
    expect(await statuses(json.data.chave)).toEqual([200, 200]);
  });

  test('without overlap ends the old key within a second, also when it rotates itself', async () => {
    const { json } = await rotate(empresa.key_id, { sobreposicao: 0, expira_em: null });
    await until('both refuse', async () => (await statuses(empresa.key)).every((status) => status === 401), 1_000);
    expect((await send('GET', '/keys', json.data.chave)).json.data).toHaveLength(1);
  });

  test('once more, as after a lost reply, gives a key that lasts', async () => {
    const old = await addKey(database, empresa.id, 'read');
    await rotate(old.id, { sobreposicao: 60 });
    const { status, json } = await rotate(old.id, { sobreposicao: 60 });
    expect([status, json.data.expira_em]).toEqual([201, null]);
  });

  test('does not make the last admin key expire earlier', async () => {
    const expira_em = new Date(Date.now() + 60_000).toISOString();
    for (const sobreposicao of [0, 60]) {
      const reply = await rotate(empresa.key_id, { sobreposicao, expira_em });
      expect([reply.status, reply.json.error]).toEqual([
        409,
        expect.stringContaining('ao menos uma chave de escopo admin'),
      ]);
    }
    expect(await statuses(empresa.key)).toEqual([200, 200]);
    const other = await addKey(database, empresa.id, 'admin');
    expect((await rotate(other.id, { sobreposicao: 0, expira_em })).status).toBe(201);
  });

  test('overlaps by a day unless told', async () => {
    const old = await addKey(database, empresa.id);
    await rotate(old.id, {});
    const { json } = await send('GET', '/keys', empresa.key);
    const { expira_em } = json.data.find(({ id }: { id: string }) => id === old.id);
    expect(Math.abs(Date.parse(expira_em) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  test.each([-1, 604_801, 1.5, '60', null])('refuses an overlap of %j', async (sobreposicao) => {
    const reply = await rotate(empresa.key_id, { sobreposicao });
    expect([reply.status, reply.json.details[0].path]).toEqual([400, ['sobreposicao']]);
  });

  test.each(['not-a-uuid', randomUUID()])('of an unknown key (%s) is a 404', async (id) => {
    expect((await rotate(id, {})).status).toBe(404);
  });
});

describe('scopes', () => {
  const refusal = { error: 'API key sem permissão para esta operação' };

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a read key cannot %s', async (method) => {
    const { text } = await addKey(database, empresa.id, 'read');
    const before = upstream.received.length;
    const reply = await send(method, '/sales', text, {});
    expect([reply.status, reply.json]).toEqual([403, refusal]);
    expect(upstream.received).toHaveLength(before);
    expect((await send('GET', '/sales', text)).status).toBe(200);
    expect((await send('OPTIONS', '/sales', text)).status).toBe(200);
  });

  test.each(['read', 'write'] as const)('a %s key cannot manage keys', async (escopo) => {
    const { id, text } = await addKey(database, empresa.id, escopo);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate`],
    ] as const) {
      const reply = await send(method, `/keys${path}`, text, method === 'GET' ? undefined : {});
      expect([reply.status, reply.json]).toEqual([403, refusal]);
    }
  });
});

test('the last use is known to the minute once the gateway has written it', async () => {
  const own = await startGateway(stack, { SALES_URL: [upstream.url] });
  for (let count = 0; count < 5; count++) await call(own.port, '/api/v1/sales', { key: empresa.key });
  await own.close();
  const { json } = await send('GET', '/keys', empresa.key);
  expect(json.data[0].ultimo_uso).toMatch(/:00\.000Z$/);
  expect(Date.now() - Date.parse(json.data[0].ultimo_uso)).toBeLessThan(120_000);
});
