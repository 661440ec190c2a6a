import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmpresa, type Gateway, type TestEmpresa, testCall } from '../gateway.ts';
import { call, sendRaw } from '../http.ts';
import { startForwardingGateway } from '../system.ts';
import type { TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let upstream: TestUpstream;
let gateway: Gateway;
let active: TestEmpresa;
let inactive: TestEmpresa;

beforeAll(async () => {
  const system = await startForwardingGateway();
  ({ gateway, upstream, empresa: active, stop } = system);
  inactive = await createEmpresa(system.empresas);
  await system.empresas.update(testCall(), inactive.id, { ativa: false });
});

afterAll(() => stop());

/** The key is checked before the escapes, however the prefix is written. */
const malformed = [
  '/api/v1/products/%E0%A4%A',
  '/api/v1/%',
  '/api/v1/sales/%zz',
  'http://x/api/v1/%zz',
  'HTTP://x:1/api/v1/sales/%',
  '/%61pi/v1/%zz',
  '/api/v%31/%zz',
];

const asContract = (error: string) => ({ error });

describe('before anything else, on every path under /api/v1', () => {
  const requests: [method: string, path: string][] = [
    ['GET', '/api/v1/sales'],
    ['POST', '/api/v1/sales'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/'],
    ['GET', '/api/v1?page=1'],
    ['GET', '/api/v1/nothing/here'],
    ['PATCH', '/api/v1/nothing'],
    ['OPTIONS', '/api/v1/sales'],
    ['PROPFIND', '/api/v1/sales'],
    ['TRACE', '/api/v1/sales'],
    ['PROPFIND', '/api/v1/%zz'],
    ['GET', '/api/v%31/sales'],
    ['GET', '/%61pi/v1/nothing'],
    ['GET', 'http://elsewhere.example/api/v1/sales'],
    ...malformed.map((path): [string, string] => ['GET', path]),
  ];
  const body = '{"broken json';

  test.each(requests)('%s %s', async (method, path) => {
    const send = (key: string | undefined) =>
      call(gateway.port, path, { method, key, headers: { 'content-type': 'text/nonsense' }, body });
    const missing = await send(undefined);
    expect([missing.status, missing.json]).toEqual([401, asContract('API key ausente')]);
    const empty = await send('');
    expect([empty.status, empty.json]).toEqual([401, asContract('API key ausente')]);
    const unknown = await send('rep_nobody');
    expect([unknown.status, unknown.json]).toEqual([401, asContract('API key inválida')]);
    const refused = await send(inactive.key);
    expect([refused.status, refused.json]).toEqual([403, asContract('Empresa inativa')]);
    for (const { headers } of [missing, empty, unknown, refused]) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    }
    expect(upstream.received).toEqual([]);
  });

  test('HEAD says the same without a body', async () => {
    const statuses = [undefined, 'rep_nobody', inactive.key].map(
      async (key) => (await call(gateway.port, '/api/v1/sales', { method: 'HEAD', key })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 403]);
  });
});

describe('with a good key', () => {
  test.each(['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/salesman', '/api/v1/sales%2F1', '/api/v1/Sales'])(
    '%s is no route',
    async (path) => {
      const reply = await call(gateway.port, path, { key: active.key });
      expect([reply.status, reply.json]).toEqual([404, asContract('Rota não encontrada')]);
      expect(reply.headers['x-request-id']).toBeDefined();
    },
  );

  test.each(malformed)('%s is no URL', async (path) => {
    const reply = await call(gateway.port, path, { key: active.key });
    expect([reply.status, reply.json]).toEqual([400, asContract('URL inválida')]);
    expect(reply.headers['x-request-id']).toBeDefined();
  });

  test('any method reaches the service, which knows those of a path and answers 405', async () => {
    const reply = await call(gateway.port, '/api/v1/sales', { method: 'PROPFIND', key: active.key });
    expect([reply.status, reply.json]).toMatchObject([200, { method: 'PROPFIND' }]);
    expect(upstream.received.splice(0)).toMatchObject([{ method: 'PROPFIND' }]);
  });
});

describe('outside /api/v1', () => {
  test.each(['/sales', '/api', '/api/v2/sales', '/api/v1x', '//api/v1/sales', '/metrics', '/%zz'])(
    '%s is nothing',
    async (path) => {
      const reply = await call(gateway.port, path, { key: active.key, method: 'POST', body: '{' });
      expect(reply.json).toEqual(asContract(path === '/%zz' ? 'URL inválida' : 'Rota não encontrada'));
    },
  );

  test('OPTIONS of the whole server is that of /', async () => {
    const raw = Buffer.from(await sendRaw(gateway.port, 'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n'), 'latin1').toString();
    expect(raw).toMatch(/^HTTP\/1.1 204 .*\r\nx-request-id: .*\r\nallow: GET, HEAD, OPTIONS\r\n/s);
  });

  test('only the probes answer, and need no key', async () => {
    expect((await call(gateway.port, '/healthz')).json).toEqual({ status: 'ok' });
    const { status, headers } = await call(gateway.port, '/healthz', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await call(gateway.port, '/readyz')).json).toEqual({ status: 'ready' });
  });
});

describe('what was never issued is not looked up', () => {
  test.each([
    ['513 characters', 'x'.repeat(513)],
    ['12,000 characters', 'x'.repeat(12_000)],
    ['another alphabet', 'rep_com espaço'],
    ['a quote', "rep_' or '1'='1"],
  ])('%s', async (_what, key) => {
    const before = gateway.lookups();
    const raw = await sendRaw(gateway.port, `GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1.1 401 /);
    expect(Buffer.from(raw, 'latin1').toString()).toContain('{"error":"API key inválida"}');
    expect(gateway.lookups()).toBe(before);
  });

  test('a good key sent twice', async () => {
    const before = gateway.lookups();
    const twice = `x-api-key: ${active.key}\r\nX-API-KEY: ${active.key}\r\n`;
    const raw = await sendRaw(gateway.port, `GET /api/v1/sales HTTP/1.1\r\nhost: x\r\n${twice}\r\n`);
    expect(raw).toMatch(/^HTTP\/1.1 401 /);
    expect(gateway.lookups()).toBe(before);
    expect(upstream.received).toEqual([]);
  });
});

describe('what is no HTTP request is answered in the same shape', () => {
  test.each([
    ['no request at all', 'hello\r\n\r\n', 400, 'Requisição HTTP malformada'],
    ['an accent in a URL', 'GET /api/v1/clients?search=\xe3 HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'malformada'],
    [
      'two lengths',
      'POST /api/v1/sales HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
      400,
      '',
    ],
    [
      'a length and chunks',
      'POST /api/v1/sales HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      '',
    ],
    ['huge headers', `GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'Cabeçalhos'],
  ])('%s', async (_what, bytes, status, sentence) => {
    const raw = Buffer.from(await sendRaw(gateway.port, bytes), 'latin1').toString();
    expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(raw).toMatch(/\r\nx-request-id: [\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\r\n/);
    expect(raw).toMatch(/\r\n\r\n\{"error":"[^"]+"\}$/);
    expect(raw).toContain(sentence);
  });
});
