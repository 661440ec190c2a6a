import { headers } from '@representa/contracts';
import { type TestStack, testSecret } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Gateway, startGateway, type TestEmpresa } from '../gateway.ts';
import { call, sendRaw } from '../http.ts';
import { startForwardingGateway } from '../system.ts';
import { answerEcho, type Behaviour, type TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;

const behave: Behaviour = (echo, response, request) => {
  if (!echo.url.endsWith('/strange')) return answerEcho(echo, response, request);
  response
    .writeHead(201, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': '11',
      'idempotency-replayed': 'true',
      'retry-after': '7',
      deprecation: '@1767225600',
      sunset: 'Wed, 01 Jul 2026 00:00:00 GMT',
      server: 'internal/1.0',
      'x-powered-by': 'secrets',
      'set-cookie': ['a=1', 'b=2'],
      [headers.empresaId]: 'leak',
      [headers.requestId]: 'another',
      location: 'http://10.0.0.1:4001/api/v1/sales/1',
    })
    .end('{"ok":true}');
};

beforeAll(async () => {
  ({ stack, gateway, upstream, empresa, stop } = await startForwardingGateway(behave));
});

beforeEach(() => {
  upstream.received.length = 0;
});

afterAll(() => stop());

describe('headers', () => {
  const identity = ['host', 'connection', 'accept', ...Object.values(headers)];

  test('a service is told who asks, and until when', async () => {
    const { json } = await call(gateway.port, '/api/v1/sales', { key: empresa.key, headers: { accept: 'text/x' } });
    expect(Object.keys(json.headers).sort()).toEqual([...identity].sort());
    expect(json.headers).toMatchObject({
      accept: 'text/x',
      [headers.empresaId]: empresa.id,
      [headers.empresaTimeZone]: 'America/Sao_Paulo',
      [headers.gatewaySecret]: testSecret,
    });
    expect(Number(json.headers[headers.timeout])).toBeGreaterThan(1_000);
    expect(Number(json.headers[headers.timeout])).toBeLessThanOrEqual(4_000);
  });

  test("nothing else of the caller's passes, under whatever spelling", async () => {
    const forged = [
      ...Object.values(headers).filter((name) => name !== headers.requestId),
      ...Object.values(headers).map((name) => name.replaceAll('-', '_')),
      'X-Empresa-ID',
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
      'x-real-ip',
      'cookie',
      'authorization',
      'x-http-method-override',
      'accept-encoding',
    ].map((name) => `${name}: forged\r\n`);
    const raw = await sendRaw(
      gateway.port,
      `GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nconnection: close, ${headers.empresaId}, ${headers.gatewaySecret}\r\nx-api-key: ${empresa.key}\r\n${forged.join('')}\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1.1 200 /);
    const [received] = upstream.received;
    expect(JSON.stringify(received)).not.toContain('forged');
    expect(JSON.stringify(received)).not.toContain(empresa.key);
    expect(received?.rawHeaders.filter((text) => text.toLowerCase() === headers.empresaId)).toHaveLength(1);
    expect(received?.headers[headers.empresaId]).toBe(empresa.id);
    expect(received?.headers[headers.gatewaySecret]).toBe(testSecret);
  });

  test('what services need passes', async () => {
    const sent = { 'content-type': 'application/json', 'idempotency-key': 'k-1', traceparent: '00-aa-bb-01' };
    const { json } = await call(gateway.port, '/api/v1/sales', {
      method: 'POST',
      key: empresa.key,
      headers: sent,
      body: '{}',
    });
    expect(json.headers).toMatchObject({ ...sent, 'content-length': '2' });
  });

  test('a reply carries what the contract knows', async () => {
    const reply = await call(gateway.port, '/api/v1/sales/strange', { key: empresa.key });
    expect([reply.status, reply.json]).toEqual([201, { ok: true }]);
    expect(Object.keys(reply.headers).sort()).toEqual(
      [
        'cache-control',
        'connection',
        'content-type',
        'date',
        'content-length',
        'deprecation',
        'idempotency-replayed',
        'retry-after',
        'sunset',
        'x-content-type-options',
        'x-request-id',
      ].sort(),
    );
    expect(reply.headers['x-request-id']).not.toBe('another');
  });
});

describe('x-request-id', () => {
  const ask = (id: string) =>
    call(gateway.port, '/api/v1/sales', { key: empresa.key, headers: { [headers.requestId]: id } });

  test.each(['a', 'Trace_1.2-3', 'x'.repeat(128)])("the caller's is kept: %s", async (id) => {
    const reply = await ask(id);
    expect([reply.headers['x-request-id'], reply.json.headers['x-request-id']]).toEqual([id, id]);
  });

  test.each(['', 'x'.repeat(129), 'a b', 'a,b', '<script>', 'é'])('anything else is replaced: %s', async (id) => {
    const reply = await ask(id);
    expect(reply.headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(reply.json.headers['x-request-id']).toBe(reply.headers['x-request-id']);
  });
});

describe('every reply', () => {
  test.each([
    ['of a service', () => call(gateway.port, '/api/v1/sales', { key: empresa.key })],
    ['of a refusal', () => call(gateway.port, '/api/v1/sales', { key: 'nobody' })],
    ['of an unknown path', () => call(gateway.port, '/nothing')],
    ['of a health check', () => call(gateway.port, '/healthz')],
  ])('%s is kept by no cache, and its type is not guessed', async (_what, get) => {
    const reply = await get();
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(reply.headers.server).toBeUndefined();
  });

  test('tells browsers to come by TLS when a trusted proxy says that they did', async () => {
    const behindProxy = await startGateway(stack, { TRUSTED_PROXIES: ['127.0.0.1'] });
    const headerOf = async ({ port }: Gateway, protocol: string) =>
      (await call(port, '/api/v1/sales', { headers: { 'x-forwarded-proto': protocol } })).headers[
        'strict-transport-security'
      ];
    expect(await headerOf(behindProxy, 'https')).toBe('max-age=31536000');
    expect(await headerOf(behindProxy, 'http')).toBeUndefined();
    expect(await headerOf(gateway, 'https')).toBeUndefined();
    await behindProxy.close();
  });

  test('also to what is no HTTP', async () => {
    expect(await sendRaw(gateway.port, 'hello\r\n\r\n')).toMatch(
      /cache-control: no-store\r\nx-content-type-options: nosniff/,
    );
  });
});

test('none of them is logged with a key or the secret', () => {
  const all = gateway.lines.join('');
  expect(all).toContain(empresa.id);
  for (const secret of [empresa.key.slice(17), testSecret, 'forged']) expect(all).not.toContain(secret);
});
