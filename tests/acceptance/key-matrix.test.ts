import { until } from '@representa/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { a, b, baseUrl, makeApi, prefix } from './api.ts';
import { keys } from './config.ts';
import { expectError } from './expectations.ts';
import { openapi } from './openapi.ts';
import { createClient, createProduct, createRepresentada, createSale, item, unknownId, word } from './records.ts';

type Scope = 'read' | 'write' | 'admin';

/** What each operation needs. An operation that is not here fails the first test. */
const needed: Record<string, Scope> = {
  'POST /sales': 'write',
  'GET /sales': 'read',
  'GET /sales/changes': 'read',
  'GET /sales/export': 'read',
  'GET /sales/{id}': 'read',
  'PUT /sales/{id}': 'write',
  'PATCH /sales/{id}': 'write',
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
  'POST /representadas/import': 'write',
  'GET /products/export': 'read',
  'GET /products/{id}': 'read',
  'PUT /products/{id}': 'write',
  'PATCH /products/{id}': 'write',
  'POST /representadas': 'write',
  'GET /representadas': 'read',
  'GET /representadas/changes': 'read',
  'GET /representadas/export': 'read',
  'GET /representadas/{id}': 'read',
  'PUT /representadas/{id}': 'write',
  'PATCH /representadas/{id}': 'write',
  'DELETE /representadas/{id}': 'write',
  'POST /clients': 'write',
  'GET /clients': 'read',
  'GET /clients/changes': 'read',
  'POST /clients/import': 'write',
  'GET /clients/export': 'read',
  'GET /clients/{id}': 'read',
  'PUT /clients/{id}': 'write',
  'PATCH /clients/{id}': 'write',
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

/** So that reports about a time have this sale, and hardly another. */
const oldDate = '2001-02-03';

/** How each collection is asked for the records of this test. */
const queries = ({ representadas = '', clients = '' }: Record<string, string>): Record<string, string> => ({
  '/sales': `limit=100&search=${tag}`,
  '/sales/changes': 'limit=500',
  '/sales/export': `search=${tag}`,
  '/commissions': `representada_id=${representadas}`,
  '/commissions/summary': 'mes=2001-03',
  '/commissions/statement': `mes=2001-03&representada_id=${representadas}`,
  '/commissions/termination': `inicio=2000-01-01&data=2001-04-01&representada_id=${representadas}`,
  '/commissions/payments': `limit=100&representada_id=${representadas}`,
  '/reports/sales': `por=cliente&de=${oldDate}&ate=${oldDate}`,
  '/reports/clients': 'sem_compra_ha=60&formato=csv',
  '/reports/route': 'dia=segunda&formato=csv',
  '/products': `limit=100&search=${tag}`,
  '/products/changes': 'limit=500',
  '/products/export': `search=${tag}`,
  '/representadas': `limit=100&search=${tag}`,
  '/representadas/changes': 'limit=500',
  '/representadas/export': `search=${tag}`,
  '/clients': `limit=100&search=${tag}`,
  '/clients/changes': 'limit=500',
  '/clients/export': `search=${tag}`,
  '/keys': '',
  '/audit': `limit=100&recurso=clients&id=${clients}`,
});

/** Other tests' reports and exports may be running: then it is a 429. */
const readText = async (key: string, path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${baseUrl}${prefix}${path}`, { headers: { 'x-api-key': key } });
  const text = await response.text();
  return response.status === 429 ? readText(key, path) : { status: response.status, text };
};

const allChanges = async (key: string, path: string): Promise<{ status: number; text: string }> => {
  let all = '';
  for (let cursor = ''; ; ) {
    const { status, text } = await readText(key, `${path}&cursor=${cursor}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    const { data, next_cursor } = JSON.parse(text);
    if (data.length === 0) return { status, text: all };
    all += text;
    cursor = next_cursor;
  }
};

const made: Key[] = [];
const secrets = {} as Record<Scope | 'revoked' | 'expired', string>;
/** In the names, codes and notes of the first company's records. */
const tag = word();
/** Records of the first company, by the resource in the path. */
let own: Record<string, string>;
let receiptId: string;

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
  const representadaId = (await createRepresentada({ nome: tag, observacao: tag, comissao: 5 })).id;
  const clienteId = (await createClient({ nome: tag, observacao: tag, segunda: true })).id;
  const sale = { pedido: tag, status: 'Pedido', data: oldDate, itens: [item(1, 100, tag)] };
  const idOf = async (path: string, body: object): Promise<string> =>
    (await a.post<{ id: string }>(path, body)).json.data.id;
  own = {
    sales: (await createSale({ clienteId, representadaId }, sale)).id,
    clients: clienteId,
    products: (await createProduct({ id: tag, nome: tag })).id,
    representadas: representadaId,
    commissions: await idOf('/commissions/payments', { representada_id: representadaId, valor: 5, referencia: tag }),
    keys: made[0]?.id ?? '',
  };
  receiptId = await idOf(`/sales/${own.sales}/receipts`, { valor: 1 });
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
      if (includes[scope].includes(needed[operation] as Scope)) {
        expect([401, 403], reply.text).not.toContain(reply.status);
        expect(reply.status, reply.text).toBeLessThan(500);
      } else expectError(reply, 403, 'API key sem permissão para esta operação');
    }
  });

  test.runIf(path.includes('{id}'))('[MATRIX-04] another company finds nothing', async () => {
    const [, resource = ''] = path.split('/');
    const id = own[resource] ?? '';
    const target = path.replace('{id}', encodeURIComponent(id)).replace('{receiptId}', receiptId);
    const body = JSON.stringify(path.endsWith('/receipts') ? { valor: 1 } : {});
    const options =
      method === 'PUT' || method === 'PATCH' || method === 'POST'
        ? { headers: { 'content-type': 'application/json' }, body }
        : {};
    const reply = await b.send(method, target, options);
    expectError(reply, 404);
    expect(reply.text).not.toContain(id);
  });

  test.runIf(isRead && !path.includes('{id}'))('[MATRIX-05] shows nothing of another company', async () => {
    const secrets = [tag, receiptId, ...Object.values(own)];
    const query = queries(own)[path];
    if (query === undefined) throw new Error('say with which query this collection shows the records of its company');
    const whole = path.endsWith('/changes') ? allChanges : readText;
    // The same question finds them with their own company's key.
    const shown = await whole(keys.a, `${path}?${query}`);
    expect(shown.status, shown.text).toBe(200);
    expect(secrets.filter((one) => shown.text.includes(one))).not.toEqual([]);
    const foreign = await whole(keys.b, `${path}?${query}`);
    // Of these two, the query names a representada.
    const isOfOne = path === '/commissions/statement' || path === '/commissions/termination';
    expect(foreign.status, foreign.text).toBe(isOfOne ? 404 : 200);
    const unfiltered = await whole(keys.b, `${path}?${query.replace(/(search|id|representada_id)=[^&]+/g, '')}`);
    expect(unfiltered.status, unfiltered.text).toBe(isOfOne ? 400 : 200);
    for (const secret of secrets) for (const { text } of [foreign, unfiltered]) expect(text).not.toContain(secret);
  });
});
