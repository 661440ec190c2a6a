import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../src/config.ts';
import { type Gateway, startGateway, type TestEmpresa } from './gateway.ts';
import { call } from './http.ts';
import { startForwardingGateway } from './system.ts';
import type { TestUpstream } from './upstream.ts';

const origin = 'https://app.example.com';
const preflight = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,idempotency-key,x-api-key',
};

let stop: () => Promise<void>;
let upstream: TestUpstream;
let empresa: TestEmpresa;
let open: Gateway;
let closed: Gateway;

beforeAll(async () => {
  const system = await startForwardingGateway(undefined, { CORS_ORIGINS: [origin, 'https://other.example.com'] });
  ({ gateway: open, upstream, empresa, stop } = system);
  closed = await startGateway(system.stack, system.services);
});
afterAll(async () => {
  await closed.close();
  await stop();
});

describe('with CORS_ORIGINS', () => {
  test('a preflight is answered without a key, also for an unknown path', async () => {
    for (const path of ['/api/v1/sales', '/api/v1/sales/1', '/api/v1/nothing']) {
      const reply = await call(open.port, path, { method: 'OPTIONS', headers: preflight });
      expect(reply.status).toBe(204);
      expect(reply.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-headers': expect.stringMatching(/prefer.*x-api-key/),
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'x-request-id': expect.any(String),
      });
    }
    expect(upstream.received).toEqual([]);
  });

  test('replies may be read by the origin, errors too', async () => {
    const replies = [
      await call(open.port, '/api/v1/sales', { key: empresa.key, headers: { origin } }),
      await call(open.port, '/api/v1/sales', { headers: { origin } }),
      await call(open.port, '/api/v1/nothing', { key: empresa.key, headers: { origin } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 401, 404]);
    for (const { headers } of replies) {
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-expose-headers']).toMatch(/preference-applied, ignored-fields.*x-request-id/);
      expect(headers.vary).toMatch(/origin/i);
    }
  });

  test('the document may be read by the origin', async () => {
    const { headers } = await call(open.port, '/openapi.json', { headers: { origin } });
    expect(headers['access-control-allow-origin']).toBe(origin);
  });

  test('another origin gets no permission', async () => {
    const foreign = { ...preflight, origin: 'https://evil.example.com' };
    const reply = await call(open.port, '/api/v1/sales', { method: 'OPTIONS', headers: foreign });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('an OPTIONS that is no preflight needs a key', async () => {
    expect((await call(open.port, '/api/v1/sales', { method: 'OPTIONS' })).status).toBe(401);
    const { origin: _origin, ...withoutOrigin } = preflight;
    const reply = await call(open.port, '/api/v1/sales', { method: 'OPTIONS', headers: withoutOrigin });
    expect([reply.status, reply.json]).toEqual([401, { error: 'API key ausente' }]);
    expect((await call(open.port, '/api/v1/nothing', { method: 'OPTIONS' })).status).toBe(401);
    expect((await call(open.port, '/api/v1/nothing', { method: 'OPTIONS', key: empresa.key })).status).toBe(404);
  });
});

test('without it, a preflight is refused and no header is sent', async () => {
  const refused = await call(closed.port, '/api/v1/sales', { method: 'OPTIONS', headers: preflight });
  expect(refused.status).toBe(401);
  const reply = await call(closed.port, '/api/v1/sales', { key: empresa.key, headers: { origin } });
  expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each([
  ['', []],
  [' https://a.com , http://localhost:5173', ['https://a.com', 'http://localhost:5173']],
  ['*', ['*']],
])('CORS_ORIGINS=%j', (text, origins) => {
  expect(environment.shape.CORS_ORIGINS.parse(text)).toEqual(origins);
});

test.each(['a.com', 'https://a.com/', 'https://a.com/x', 'null'])('CORS_ORIGINS=%j is refused', (text) => {
  expect(environment.shape.CORS_ORIGINS.safeParse(text).success).toBe(false);
});
