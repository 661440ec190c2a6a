import { until } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { a, b, makeApi, prefix } from './api.ts';
import { keys } from './config.ts';
import { expectError } from './expectations.ts';
import { openapi } from './openapi.ts';
import { createClient, createParties, createProduct, createSale, unknownId, word } from './records.ts';

type Scope = 'read' | 'write' | 'admin';

/** What each operation needs. An operation that is not here fails the first test. */
const needed: Record<string, Scope> = {
  'POST /sales': 'write',
  'GET /sales': 'read',
  'GET /sales/changes': 'read',
  'GET /sales/export': 'read',
  'GET /sales/{id}': 'read',
  'PUT /sales/{id}': 'write',
  'DELETE /sales/{id}': 'write',
  'GET /sales/{id}/history': 'read',
  'POST /sales/{id}/receipts': 'write',
  'GET /sales/{id}/receipts': 'read',
  'DELETE /sales/{id}/receipts/{receiptId}': 'write',
  'GET /commissions': 'read',
  'GET /commissions/summary': 'read',
  'GET /commissions/statement': 'read',
  'GET /commissions/termination': 'read',
  'POST /commissions/reconcile': 'write',
  'POST /commissions/payments': 'write',
  'GET /commissions/payments': 'read',
  'GET /commissions/payments/{id}': 'read',
  'DELETE /commissions/payments/{id}': 'write',
  'POST /commissions/adjustments': 'write',
  'GET /reports/sales': 'read',
  'GET /reports/clients': 'read',
  'GET /reports/route': 'read',
  'POST /products': 'write',
  'GET /products': 'read',
  'GET /products/changes': 'read',
  'POST /products/import': 'write',
  'GET /products/export': 'read',
  'GET /products/{id}': 'read',
  'PUT /products/{id}': 'write',
  'POST /representadas': 'write',
  'GET /representadas': 'read',
  'GET /representadas/changes': 'read',
  'GET /representadas/export': 'read',
  'GET /representadas/{id}': 'read',
  'PUT /representadas/{id}': 'write',
  'DELETE /representadas/{id}': 'write',
  'POST /clients': 'write',
  'GET /clients': 'read',
  'GET /clients/changes': 'read',
  'POST /clients/import': 'write',
  'GET /clients/export': 'read',
  'GET /clients/{id}': 'read',
  'PUT /clients/{id}': 'write',
  'DELETE /clients/{id}': 'write',
  'GET /keys': 'admin',
  'POST /keys': 'admin',
  'DELETE /keys/{id}': 'admin',
  'POST /keys/{id}/rotate': 'admin',
  'GET /audit': 'admin',
};

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(prefix.length)}`),
);

const includes: Record<Scope, Scope[]> = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'admin'],
};
const scopes = Object.keys(includes) as Scope[];

interface Key {
  id: string;
  chave: string;
}

const createKey = async (escopo: Scope, expira_em?: string): Promise<Key> =>
  (await a.post<Key>('/keys', { rotulo: word(), escopo, ...(expira_em && { expira_em }) })).json.data;

const made: Key[] = [];
const secrets = {} as Record<Scope | 'revoked' | 'expired', string>;
/** Records of the first company, by the resource in the path. */
let own: Record<string, string>;

const statusWith = async (key: string): Promise<number> => (await makeApi(key).get('/clients?limit=1')).status;

beforeAll(async () => {
  for (const scope of scopes) {
    const key = await createKey(scope);
    made.push(key);
    secrets[scope] = key.chave;
  }
  const revoked = await createKey('admin');
  await a.delete(`/keys/${revoked.id}`);
  secrets.revoked = revoked.chave;
  secrets.expired = (await createKey('admin', new Date(Date.now() + 1_000).toISOString())).chave;
  for (const key of [secrets.revoked, secrets.expired])
    await until('the key is refused', async () => (await statusWith(key)) === 401, 5_000);
  const parties = await createParties();
  const payment = { representada_id: parties.representadaId, valor: 5 };
  own = {
    sales: (await createSale(parties)).id,
    clients: (await createClient()).id,
    products: (await createProduct()).id,
    representadas: parties.representadaId,
    commissions: (await a.post<{ id: string }>('/commissions/payments', payment)).json.data.id,
    keys: made[0]?.id ?? '',
  };
});
afterAll(async () => {
  for (const { id } of made) await a.delete(`/keys/${id}`);
});

test('[MATRIX-01] every operation of the document says which scope it needs, and no other', () => {
  expect(operations.sort()).toEqual(Object.keys(needed).sort());
});

describe.each(operations)('%s', (operation) => {
  const [method = '', path = ''] = operation.split(' ');
  const isRead = method === 'GET';
  // Nothing exists: a caller that may not ask must not learn that.
  const withUnknownIds = (): string => {
    const target = path.replace('{id}', unknownId()).replace('{receiptId}', unknownId());
    // A file is not JSON, but its errors are.
    return path.endsWith('/export') ? `${target}?formato=nenhum` : target;
  };
  const send = (key: string | undefined, target = withUnknownIds()) =>
    makeApi(key).send(method, target, isRead ? {} : { headers: { 'content-type': 'application/json' }, body: '{' });

  test('[MATRIX-02] refuses keys that are missing, empty, unknown, revoked, expired, or of an inactive company', async () => {
    for (const key of [undefined, '']) expectError(await send(key), 401, 'API key ausente');
    for (const key of ['no-such-key', secrets.revoked, secrets.expired])
      expectError(await send(key), 401, 'API key inválida');
    expectError(await send(keys.inactive), 403, 'Empresa inativa');
  });

  test('[MATRIX-03] takes keys of its scope, and refuses those of a smaller one', async () => {
    for (const scope of scopes) {
      const reply = await send(secrets[scope]);
      if (includes[scope].includes(needed[operation] as Scope))
        expect([401, 403], reply.text).not.toContain(reply.status);
      else expectError(reply, 403, 'API key sem permissão para esta operação');
    }
  });

  test.runIf(path.includes('{id}'))('[MATRIX-04] another company finds nothing', async () => {
    const [, resource = ''] = path.split('/');
    const target = path.replace('{id}', encodeURIComponent(own[resource] ?? '')).replace('{receiptId}', unknownId());
    const options =
      method === 'PUT' || method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
    const reply = await b.send(method, target, options);
    // A body that is wrong is told before anything is looked up.
    expect([400, 404], reply.text).toContain(reply.status);
    expect(reply.text).not.toContain(own[resource]);
  });
});
