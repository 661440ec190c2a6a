import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeReplyChecks } from '../../../tests/openapi/check-replies.ts';
import { environment } from '../../src/config.ts';
import { makeEmpresasRepository } from '../../src/empresas/empresas.repository.ts';
import { makeManageEmpresas } from '../../src/empresas/manage-empresas.ts';
import { configFor, createEmpresa, type Gateway, openEmpresas, query, startGateway, testCall } from '../gateway.ts';
import { type Call, call, sendRaw } from '../http.ts';
import { startTwoGateways } from '../system.ts';

const token = 'a-token-of-more-than-thirty-two-characters';
const olderToken = 'the-token-that-is-being-replaced-by-it';
let stop: () => Promise<void>;
let stack: TestStack;
let gateways: [Gateway, Gateway];
let expectDocumented: ReturnType<typeof makeReplyChecks>['expectDocumented'];

beforeAll(async () => {
  ({ stack, gateways, stop } = await startTwoGateways({ ADMIN_TOKEN: [token, olderToken] }));
  const { text } = await call(gateways[0].adminPort ?? 0, '/openapi.json');
  ({ expectDocumented } = makeReplyChecks(text, '/admin/v1'));
});
afterAll(() => stop());

/** Sends a request and compares the reply with the operator's document. */
const sendWith = async (path: string, { method = 'GET', ...request }: Call) => {
  const url = `/admin/v1${path}`;
  const reply = await call(gateways[0].adminPort ?? 0, url, { method, ...request });
  expectDocumented(
    method,
    url,
    reply.status,
    'application/json',
    reply.json,
    `${method} ${url} → ${reply.status} ${reply.text}`,
  );
  return reply;
};
const send = (method: string, path: string, body?: unknown, authorization = `Bearer ${token}`) =>
  sendWith(path, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const statuses = async (key: string): Promise<number[]> =>
  (await Promise.all(gateways.map(({ port }) => call(port, '/api/v1/sales', { key })))).map(({ status }) => status);
const withinASecond = (key: string, status: number) =>
  until(`all answer ${status}`, async () => (await statuses(key)).every((one) => one === status), 1_000);
const create = async (body: object = {}) =>
  (await send('POST', '/empresas', { nome: `Empresa ${randomUUID()}`, ...body })).json.data;

describe('who may', () => {
  test.each([
    ['', 401, 'Token de administração ausente'],
    ['Bearer', 401, 'Token de administração ausente'],
    ['Basic abc', 401, 'Token de administração ausente'],
    ['Bearer x', 401, 'Token de administração inválido'],
    [`Bearer ${token}x`, 401, 'Token de administração inválido'],
  ])('%j may not', async (authorization, status, error) => {
    const reply = await send('GET', '/empresas', undefined, authorization);
    expect([reply.status, reply.json]).toEqual([status, { error }]);
  });

  test.each([
    ['/nothing', 404, 'Rota não encontrada'],
    ['', 404, 'Rota não encontrada'],
    ['/empresas/%zz', 400, 'URL inválida'],
  ])('%j is no route, which is told to those with a token only', async (path, status, error) => {
    expect(await send('GET', path, undefined, '')).toMatchObject({
      status: 401,
      json: { error: 'Token de administração ausente' },
    });
    expect(await send('GET', path)).toMatchObject({ status, json: { error } });
  });

  test.each([
    ['bytes that are no request', 'nonsense\r\n\r\n', /^HTTP\/1.1 400 .*\r\nx-request-id: .*\r\n\r\n\{"error":/s],
    ['an unknown expectation', 'GET /admin/v1/empresas HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n', /^HTTP\/1.1 401 /],
    [
      'a body that is announced without a token',
      'POST /admin/v1/empresas HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n',
      /^HTTP\/1.1 401 /,
    ],
  ])('%s is answered in the usual shape', async (_what, bytes, answer) => {
    expect(await sendRaw(gateways[0].adminPort ?? 0, bytes)).toMatch(answer);
  });

  test('with a token, the body that was announced may come', async () => {
    const head = `POST /admin/v1/empresas HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nexpect: 100-continue\r\n`;
    const raw = await sendRaw(gateways[0].adminPort ?? 0, `${head}content-length: 2\r\n\r\n{}`);
    expect(raw.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 415']);
  });

  test('either token may', async () => {
    for (const one of [token, olderToken])
      expect((await send('GET', '/empresas', undefined, `bearer ${one}`)).status).toBe(200);
  });

  test('nobody through the public port, with a company’s key or the token', async () => {
    const { database, empresas } = openEmpresas(stack);
    const { key } = await createEmpresa(empresas);
    await database.end();
    for (const path of ['/admin/v1/empresas', '/api/v1/admin/v1/empresas', '/api/v1/../../admin/v1/empresas']) {
      const reply = await call(gateways[0].port, path, { key, headers: { authorization: `Bearer ${token}` } });
      expect(reply.status).toBe(404);
    }
  });

  test('nobody without ADMIN_TOKEN; a short one is refused at the start', async () => {
    const without = await startGateway(stack);
    expect(without.adminPort).toBeUndefined();
    await without.close();
    const parse = (ADMIN_TOKEN: string) => environment.shape.ADMIN_TOKEN.safeParse(ADMIN_TOKEN);
    expect(parse('x'.repeat(31)).success).toBe(false);
    expect(parse(`${'x'.repeat(32)},short`).success).toBe(false);
    expect(parse('a passphrase with spaces, which no header could carry').success).toBe(false);
    expect(parse('x'.repeat(32)).data).toEqual(['x'.repeat(32)]);
    expect(parse('').data).toEqual([]);
    expect(configFor(stack).ADMIN_HOST).toBe('127.0.0.1');
  });

  test.each(['/admin/v1/%zz', '/admin/v1/empresas'])(
    'a guess at %s whose connection was reset ends nothing',
    async (path) => {
      const { lines, adminPort = 0 } = gateways[1];
      const written = lines.length;
      const socket = connect(adminPort, '127.0.0.1');
      // Its bytes arrive, and the address is gone when they are read. An exception then would be uncaught.
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\n\r\n`, () =>
        socket.resetAndDestroy(),
      );
      const line = () => lines.slice(written).find((one) => JSON.parse(one).path === path);
      await until('it is over', () => line() !== undefined);
      expect(JSON.parse(line() ?? '')).toMatchObject({ client_address: '' });
      expect((await call(adminPort, '/openapi.json')).status).toBe(200);
    },
  );

  test('guessing tokens is limited per address', async () => {
    const own = await startGateway(stack, { ADMIN_TOKEN: [token] });
    const guess = () => ({ authorization: `Bearer ${randomUUID()}` });
    const replies = await Promise.all(
      Array.from({ length: 300 }, () => own.admin?.inject({ url: '/admin/v1/empresas', headers: guess() })),
    );
    const refused = replies.filter((reply) => reply?.statusCode === 429);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    await own.close();
  });
});

describe('companies', () => {
  test('are created with a first key, read, listed and renamed', async () => {
    const made = await send('POST', '/empresas', { nome: ' Aurora ', fuso_horario: 'america/manaus' });
    expect([made.status, made.json.data]).toMatchObject([
      201,
      {
        nome: 'Aurora',
        ativa: true,
        fuso_horario: 'America/Manaus',
        requisicoes_por_segundo: null,
        rajada: null,
        primeira_chave: { escopo: 'admin', chave: expect.stringMatching(/^rep_live_/) },
      },
    ]);
    const { primeira_chave, ...empresa } = made.json.data;
    expect(await statuses(primeira_chave.chave)).toEqual([200, 200]);
    expect((await send('GET', `/empresas/${empresa.id}`)).json.data).toEqual(empresa);
    const renamed = await send('PUT', `/empresas/${empresa.id}`, { nome: 'Aurora Ltda' });
    expect([renamed.status, renamed.json.data]).toEqual([
      200,
      { ...empresa, nome: 'Aurora Ltda', atualizada_em: expect.any(String) },
    ]);
    // A company has no version.
    const stale = await sendWith(`/empresas/${empresa.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'if-match': '"1"' },
      body: JSON.stringify({ nome: 'Outra' }),
    });
    expect(stale.status).toBe(412);
    const { json } = await send('GET', '/empresas?limit=1');
    expect(json).toEqual({ data: [renamed.json.data], limit: 1, next_cursor: expect.any(String) });
  });

  test('are created by one statement: if a second one failed, nobody would see the first key', async () => {
    const { database } = openEmpresas(stack);
    const statements = vi.spyOn(database, 'within');
    const empresas = makeEmpresasRepository(database);
    const { create } = makeManageEmpresas({ empresas, invalidateKeys: async () => true });
    const { primeira_chave, ...empresa } = await create(testCall(), { nome: 'Aurora' });
    expect(statements).toHaveBeenCalledTimes(1);
    await database.end();
    const { chave, ...key } = primeira_chave;
    expect((await send('GET', `/empresas/${empresa.id}`)).json.data).toEqual(empresa);
    expect((await send('GET', `/empresas/${empresa.id}/keys`)).json.data).toEqual([{ ...key, estado: 'valida' }]);
    expect(await statuses(chave)).toEqual([200, 200]);
  });

  test('are changed and answered by one statement', async () => {
    const { id } = await create();
    const { database } = openEmpresas(stack);
    const statements = vi.spyOn(database, 'within');
    const empresas = makeEmpresasRepository(database);
    const { update } = makeManageEmpresas({ empresas, invalidateKeys: async () => true });
    const { empresa } = await update(testCall(), id, { nome: 'Aurora', fuso_horario: 'America/Manaus' });
    expect(statements).toHaveBeenCalledTimes(1);
    await database.end();
    expect(empresa).toMatchObject({ nome: 'Aurora', fuso_horario: 'America/Manaus' });
    expect((await send('GET', `/empresas/${id}`)).json.data).toEqual(empresa);
  });

  test('are listed page by page, each once', async () => {
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await create()).id);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await send('GET', `/empresas?limit=2&cursor=${cursor}`);
      found.push(...json.data.map(({ id }: { id: string }) => id));
      cursor = json.next_cursor;
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.slice(0, 5)).toEqual(made.reverse());
    const bad = await send('GET', '/empresas?cursor=nonsense');
    expect([bad.status, bad.json]).toEqual([400, { error: 'Cursor inválido' }]);
  });

  test('are deactivated and reactivated within a second on every gateway', async () => {
    const { id, primeira_chave } = await create();
    expect(await statuses(primeira_chave.chave)).toEqual([200, 200]);
    await send('PUT', `/empresas/${id}`, { ativa: false });
    await withinASecond(primeira_chave.chave, 403);
    await send('PUT', `/empresas/${id}`, { ativa: true });
    await withinASecond(primeira_chave.chave, 200);
  });

  test('have limits of their own, in force within a second', async () => {
    const { id, primeira_chave } = await create({ requisicoes_por_segundo: 50 });
    const policy = async () =>
      (await call(gateways[1].port, '/api/v1/sales', { key: primeira_chave.chave })).headers['ratelimit-policy'];
    expect(await policy()).toBe('"default";q=100;w=2');
    await send('PUT', `/empresas/${id}`, { requisicoes_por_segundo: 10, rajada: 5 });
    await until('it has the new limit', async () => (await policy()) === '"default";q=5;w=1', 1_000);
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => call(gateways[1].port, '/api/v1/sales', { key: primeira_chave.chave })),
    );
    expect(burst.some(({ status }) => status === 429)).toBe(true);
    await send('PUT', `/empresas/${id}`, { requisicoes_por_segundo: null, rajada: null });
    await until('it has none', async () => (await policy()) === undefined, 1_000);
  });

  test.each([
    [{ nome: '' }, 'nome'],
    [{ nome: 'x'.repeat(256) }, 'nome'],
    [{ nome: 'x', fuso_horario: '-03:00' }, 'fuso_horario'],
    [{ nome: 'x', requisicoes_por_segundo: 0 }, 'requisicoes_por_segundo'],
    [{ nome: 'x', rajada: 1e9 }, 'rajada'],
  ])('are refused as %j', async (body, field) => {
    const reply = await send('POST', '/empresas', body);
    expect([reply.status, reply.json.details[0].path]).toEqual([400, [field]]);
  });

  test('that are not there are a 404', async () => {
    for (const id of ['x', randomUUID()]) {
      const replies = [
        await send('GET', `/empresas/${id}`),
        await send('PUT', `/empresas/${id}`, { nome: 'x' }),
        await send('GET', `/empresas/${id}/keys`),
        await send('POST', `/empresas/${id}/keys`, { rotulo: 'x', escopo: 'read' }),
      ];
      for (const { status, json } of replies)
        expect([status, json]).toEqual([404, { error: 'Empresa não encontrada' }]);
    }
  });
});

test('keys are issued, listed with their state, and revoked within a second', async () => {
  const { id, primeira_chave } = await create();
  const issued = await send('POST', `/empresas/${id}/keys`, { rotulo: 'ERP', escopo: 'read' });
  const { chave, ...key } = issued.json.data;
  expect([issued.status, await statuses(chave)]).toEqual([201, [200, 200]]);
  expect((await send('DELETE', `/empresas/${id}/keys/${key.id}`)).status).toBe(200);
  await withinASecond(chave, 401);
  const { json } = await send('GET', `/empresas/${id}/keys`);
  expect(json.data).toMatchObject([
    { id: primeira_chave.id, estado: 'valida' },
    { id: key.id, estado: 'revogada' },
  ]);
  const last = await send('DELETE', `/empresas/${id}/keys/${primeira_chave.id}`);
  expect(last.status).toBe(409);
  expect((await send('DELETE', `/empresas/${id}/keys/${randomUUID()}`)).status).toBe(404);
});

test('a valid key is listed also after a thousand newer ones were revoked', async () => {
  const { id, primeira_chave } = await create();
  const { database } = openEmpresas(stack);
  await query(database)`
    insert into api_key (empresa_id, prefixo, hash, revoked_at)
    select id, 'x', sha256((id::text || n)::bytea), now() from empresa, generate_series(1, 1000) n where id = ${id}`;
  await database.end();
  const { json } = await send('GET', `/empresas/${id}/keys`);
  expect(json.data).toHaveLength(1_000);
  expect(json.data[0]).toMatchObject({ id: primeira_chave.id, estado: 'valida' });
});

test.each([
  [
    'a URL that cannot be decoded',
    `GET /admin/v1/%zz HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
  ],
  ['a request without Host', 'GET /admin/v1/empresas HTTP/1.1\r\nconnection: close\r\n\r\n'],
])('%s is refused as everywhere', async (_what, bytes) => {
  const reply = await sendRaw(gateways[0].adminPort ?? 0, bytes);
  expect(reply).toMatch(/^HTTP\/1.1 400 /);
  for (const header of ['x-request-id: ', 'cache-control: no-store', 'content-type: application/json; charset=utf-8'])
    expect(reply).toContain(`\r\n${header}`);
  expect(reply).toMatch(/\{"error":"[^"]+"\}/);
});

test('has a document of its own, without a token', async () => {
  const { status, json } = await call(gateways[0].adminPort ?? 0, '/openapi.json');
  expect([status, Object.keys(json.paths)]).toEqual([
    200,
    [
      '/admin/v1/empresas',
      '/admin/v1/empresas/{id}',
      '/admin/v1/empresas/{id}/keys',
      '/admin/v1/empresas/{id}/keys/{key_id}',
      '/admin/v1/empresas/{id}/audit',
    ],
  ]);
  expect((await call(gateways[0].port, '/openapi.json')).text).not.toContain('/admin/v1');
});

test('every act leaves a line with the address, and no secret', () => {
  const lines = gateways[0].lines.filter((line) => line.includes('"msg":"admin"'));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.every((line) => JSON.parse(line).client_address === '127.0.0.1')).toBe(true);
  expect(gateways[0].lines.join('\n')).not.toContain(token);
  expect(gateways[0].lines.join('\n')).not.toMatch(/rep_live_\w{20}/);
});
