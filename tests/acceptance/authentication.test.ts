import { describe, expect, test } from 'vitest';
import { a, b, prefix, withoutKey } from './api.ts';
import { keys } from './config.ts';
import { expectError } from './expectations.ts';
import { keyed, keyedJson, sendRaw } from './raw.ts';
import { createClient, unknownId, word } from './records.ts';

const json = { 'content-type': 'application/json' };

const refusals = [
  { who: 'no key', headers: {}, status: 401, error: 'API key ausente' },
  { who: 'an empty key', headers: { 'x-api-key': '' }, status: 401, error: 'API key ausente' },
  { who: 'a blank key', headers: { 'x-api-key': '   ' }, status: 401, error: 'API key ausente' },
  { who: 'an unknown key', headers: { 'x-api-key': word() }, status: 401, error: 'API key inválida' },
  {
    who: 'a key in another case',
    headers: { 'x-api-key': keys.a.toUpperCase() },
    status: 401,
    error: 'API key inválida',
  },
  { who: 'a key with a suffix', headers: { 'x-api-key': `${keys.a}x` }, status: 401, error: 'API key inválida' },
  { who: 'a key with Latin-1 letters', headers: { 'x-api-key': 'chavé' }, status: 401, error: 'API key inválida' },
  { who: 'a very long key', headers: { 'x-api-key': 'k'.repeat(7_000) }, status: 401, error: 'API key inválida' },
  { who: 'a key with SQL', headers: { 'x-api-key': "' or '1'='1" }, status: 401, error: 'API key inválida' },
  {
    who: 'the key of an inactive company',
    headers: { 'x-api-key': keys.inactive },
    status: 403,
    error: 'Empresa inativa',
  },
] as const;

describe.each(refusals)('a request with $who is refused first', ({ headers, status, error }) => {
  const refused = async (request: Parameters<typeof sendRaw>[0]): Promise<void> =>
    expectError(await sendRaw({ ...request, headers: { ...headers, ...request.headers } }), status, error);

  test('[AUTH-04] on unknown paths, methods and the prefix itself', async () => {
    for (const path of ['/nada', '/sales/x/y', '', '/', '/clients/', '?x=1', '/products/a/b/c']) {
      await refused({ path: `${prefix}${path}` });
    }
    for (const method of ['PATCH', 'OPTIONS', 'PUT', 'DELETE']) await refused({ method, path: `${prefix}/clients` });
  });

  test('[AUTH-05] on malformed paths', async () => {
    for (const path of [
      '/clients/%ZZ',
      '/products/%',
      '/products/%ff',
      '/%00',
      '/clients?search=%ZZ',
      '/sales?page=abc',
    ]) {
      await refused({ path: `${prefix}${path}`, method: path.startsWith('/products') ? 'PUT' : 'GET' });
    }
  });

  test('[AUTH-06] with a malformed, invalid or empty body, or one of another type', async () => {
    const path = `${prefix}/clients`;
    await refused({ method: 'POST', path, headers: json, body: '{' });
    await refused({ method: 'POST', path, headers: json, body: '{}' });
    await refused({ method: 'POST', path, headers: json, body: '' });
    await refused({ method: 'POST', path, headers: { 'content-type': 'text/xml' }, body: '<a/>' });
  });

  test('[AUTH-07] with a body that is too large, with Content-Length or in chunks', async () => {
    const large = new Blob([Buffer.alloc(6_000_000, ' ')]);
    for (const body of [large, large.stream()]) {
      const reply = await withoutKey.send('POST', '/clients', { headers: { ...headers, ...json }, body });
      expectError(reply, status, error);
    }
  });
});

test('[AUTH-08] a key is accepted with any case of the header name, on new and on kept connections', async () => {
  for (const name of ['x-api-key', 'X-API-Key', 'X-Api-Key']) {
    expect((await sendRaw({ path: `${prefix}/clients`, headers: { [name]: keys.a } })).status).toBe(200);
  }
  expect((await a.get('/clients')).status).toBe(200);
  expect((await b.get('/clients')).status).toBe(200);
});

test('[AUTH-09] two keys in one request are an invalid key', async () => {
  const reply = await sendRaw({ path: `${prefix}/clients`, headers: { 'x-api-key': [keys.a, keys.b] } });
  expectError(reply, 401, 'API key inválida');
});

test('[AUTH-10] a key outside its header is ignored', async () => {
  const headers = { authorization: `Bearer ${keys.a}`, cookie: `x-api-key=${keys.a}` };
  const reply = await sendRaw({ path: `${prefix}/clients?x-api-key=${keys.a}&api_key=${keys.a}`, headers });
  expectError(reply, 401, 'API key ausente');
});

test.each([
  ...[
    '/API/V1/clients',
    '/api/V1/clients',
    '//api/v1/clients',
    '/api//v1/clients',
    '/api/v1//clients',
    '/./api/v1/clients',
  ],
  ...[
    '/x/../api/v1/clients',
    '/api/%761/clients',
    '/api%2Fv1%2Fclients',
    '/api/v1/%63lients',
    '/api/v1/clients/',
    '/api/v1/./clients',
  ],
  ...[
    '/api/v1;x/clients',
    '/api/v1/clients;x',
    '/api\\v1\\clients',
    'http://127.0.0.1/api/v1/clients',
    '/clients',
    '/v1/clients',
    '/sales',
  ],
])('[AUTH-11] %s without a key is refused', async (path) => {
  const reply = await sendRaw({ path });
  expect([400, 401, 404], reply.text).toContain(reply.status);
});

describe('identity headers of a caller', () => {
  const claims = {
    'x-empresa-id': unknownId(),
    'x-empresa-time-zone': 'Pacific/Kiritimati',
    'x-gateway-secret': 'x',
    'x-timeout-ms': '0',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'exemplo.com',
    x_empresa_id: unknownId(),
    forwarded: 'for=10.0.0.1;host=exemplo.com',
  };

  test('[AUTH-12] are ignored beside a key', async () => {
    const client = await createClient();
    const path = `${prefix}/clients?search=${client.email}`;
    const reply = await sendRaw({ path, headers: keyed(claims) });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json.data).toEqual([client]);
    const put = { method: 'PUT', path: `${prefix}/clients/${client.id}`, body: '{}' };
    expect((await sendRaw({ ...put, headers: keyedJson(claims) })).status).toBe(200);
  });

  test('[AUTH-13] do not replace a key', async () => {
    expectError(await sendRaw({ path: `${prefix}/clients`, headers: claims }), 401, 'API key ausente');
  });

  test('[AUTH-14] of the gateway are not removed when Connection names them', async () => {
    const client = await createClient();
    const path = `${prefix}/clients?search=${client.email}`;
    for (const connection of [
      'close, x-empresa-id',
      'close, x-gateway-secret, x-api-key',
      'x-empresa-id, x-request-id',
    ]) {
      const reply = await sendRaw({ path, headers: keyed({ connection }) });
      if (reply.status === 200) expect(reply.json.data).toEqual([client]);
    }
  });
});
