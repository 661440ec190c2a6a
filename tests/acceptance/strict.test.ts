import { describe, expect, test } from 'vitest';
import { a, baseUrl, prefix } from './api.ts';
import { keys } from './config.ts';
import { bodyOf, fill, operations, send } from './example-requests.ts';
import { expectError, fieldErrors, issues } from './expectations.ts';
import {
  clientBody,
  createParties,
  createProduct,
  createSale,
  item,
  productBody,
  type Sale,
  saleBody,
  word,
} from './records.ts';
import type { Reply } from './reply.ts';

const strict = { prefer: 'handling=strict' };
const unknown = 'Campo desconhecido';

/** Operations of the contract: they ignore unknown fields unless they are asked not to. */
const lenient = [
  'POST /api/v1/sales',
  'POST /api/v1/clients',
  'PUT /api/v1/clients/{id}',
  'PATCH /api/v1/clients/{id}',
  'POST /api/v1/products',
  'PUT /api/v1/products/{id}',
  'PATCH /api/v1/products/{id}',
  'PUT /api/v1/representadas/{id}',
  'PATCH /api/v1/representadas/{id}',
];

const withJson = operations.filter(({ requestBody }) => requestBody?.content['application/json']);

/** The names of faulty fields, in either shape of `details`. */
const faultyFields = (reply: Reply): string[] =>
  Array.isArray(reply.json.details) ? issues(reply).map(({ path }) => path.join('.')) : Object.keys(fieldErrors(reply));

const sendJson = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
  a.send<Sale>(method, path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('[STRICT-01] every operation of the contract is in the document', () => {
  expect(withJson.map(({ title }) => title)).toEqual(expect.arrayContaining(lenient));
});

describe.each(withJson)('$title', (operation) => {
  const isLenient = lenient.includes(operation.title);
  const misspelt = async () => ({ ...(await bodyOf(operation)), Nome: 'x', 'ç,d': { deep: 1 } });

  test('[STRICT-02] strict: an unknown field is a 400 at its path', async () => {
    const sent = { ...operation, path: await fill(operation.path) };
    const reply = await send(sent, await misspelt(), '', strict);
    expectError(reply, 400, 'Dados de entrada inválidos');
    expect(faultyFields(reply).sort()).toEqual(['Nome', 'ç,d']);
    expect(reply.text).toContain(unknown);
    expect([reply.header('preference-applied'), reply.header('ignored-fields')]).toEqual([strict.prefer, undefined]);
    expect(operation.parameters.map(({ name }) => name)).toContain('Prefer');
  });

  test('[STRICT-03] unless asked, the contract’s operations ignore it and say so, and the others refuse it', async () => {
    const sent = { ...operation, path: await fill(operation.path) };
    const reply = await send(sent, await misspelt());
    expect(reply.status, reply.text).toBe(isLenient ? (operation.method === 'POST' ? 201 : 200) : 400);
    expect(reply.header('ignored-fields')).toBe(isLenient ? 'Nome, %C3%A7%2Cd' : undefined);
    expect(reply.header('preference-applied')).toBeUndefined();
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const headers = Object.keys((success as { headers?: object }).headers ?? {});
    expect(headers.includes('Ignored-Fields')).toBe(isLenient);
    expect(headers).toContain('Preference-Applied');
  });
});

describe('what counts as asked', () => {
  const ask = async (headers: Record<string, string>) => {
    const reply = await sendJson('POST', '/products', productBody({ Preco: 1 }), headers);
    return [reply.status, reply.header('preference-applied'), reply.header('ignored-fields')];
  };
  const asked = [400, 'handling=strict', undefined];
  const notAsked = [201, undefined, 'Preco'];

  test.each([
    ['handling=strict', asked],
    ['Handling = "strict"; x=1', asked],
    ['respond-async, wait=5, handling=strict', asked],
    ['handling=strict, handling=lenient', asked],
    ['handling=lenient, handling=strict', notAsked],
    ['handling=lenient', notAsked],
    ['handling', notAsked],
    ['handling=', notAsked],
    ['handling=stricter', notAsked],
    ['strict', notAsked],
    ['', notAsked],
    [`x="${','.repeat(5_000)}"`, notAsked],
  ])('[STRICT-04] %s', async (prefer, expected) => {
    expect(await ask({ prefer })).toEqual(expected);
  });

  test('[STRICT-05] the header may come twice', async () => {
    const { status } = await fetch(`${baseUrl}${prefix}/products`, {
      method: 'POST',
      headers: [
        ['x-api-key', keys.a],
        ['content-type', 'application/json'],
        ['prefer', 'respond-async'],
        ['prefer', 'handling=strict'],
      ],
      body: JSON.stringify(productBody({ Preco: 1 })),
    });
    expect(status).toBe(400);
  });
});

describe('names', () => {
  test('[STRICT-06] are told inside items and instalments, with the other faults', async () => {
    const body = saleBody(await createParties(), {
      itens: [item(), { ...item(-1), desconto: 5 }],
      parcelas: [{ vencimento: '2026-01-01', valor: 20, juros: 1 }],
      parcela: [],
    });
    expect(fieldErrors(await sendJson('POST', '/sales', body, strict))).toEqual({
      'itens.1.quantidade': 'Quantidade deve ser maior que zero',
      'itens.1.desconto': unknown,
      'parcelas.0.juros': unknown,
      parcela: unknown,
    });
  });

  test('[STRICT-07] at most 20 and 500 characters are named, each place in a list once', async () => {
    const parties = await createParties();
    const ignored = async (fields: object) =>
      (await sendJson('POST', '/sales', saleBody(parties, fields))).header('ignored-fields');
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x${i}`, i]));
    expect((await ignored(many))?.split(', ')).toEqual(Object.keys(many).slice(0, 20));
    const long = await ignored({ ['é'.repeat(1_000)]: 1, ['ü'.repeat(1_000)]: 2, z: 3, '\ud800': 4 });
    expect(long?.length).toBeLessThanOrEqual(500);
    expect(long).toMatch(/^(%C3%A9){50}, z, %EF%BF%BD$/);
    const itens = Array.from({ length: 30 }, () => ({ ...item(), cor: 1 }));
    expect(await ignored({ itens, Status: 'Pedido' })).toBe('itens.0.cor, Status');
  });

  test('[STRICT-08] of fields that replies show are known, and cannot be written', async () => {
    const sale = await createSale(await createParties(), { status: 'Pedido' });
    const shown = (await a.get<Sale>(`/sales/${sale.id}`)).json.data;
    const { itens: _itens, ...plain } = shown;
    const updated = await sendJson('PUT', `/sales/${sale.id}`, { ...plain, valor_total: 99, id: word() }, strict);
    expect([updated.status, updated.json.data.valor_total, updated.json.data.id]).toEqual([200, 10, sale.id]);
    const total = { ...saleBody(await createParties()), valor_total: 99, created_at: 'x', cliente_nome: 'x' };
    const created = await sendJson('POST', '/sales', total);
    expect([created.status, created.header('ignored-fields')]).toEqual([201, undefined]);
    expect(created.json.data.valor_total).toBe(10);
    const client = await sendJson('POST', '/clients', clientBody({ id: word(), updated_at: 1, ID: 2 }));
    expect([client.status, client.header('ignored-fields')]).toEqual([201, 'ID']);
  });

  test('[STRICT-09] that a form has nothing to do with are refused: an instalment of a receipt, a scope of a rotation', async () => {
    const sale = await createSale(await createParties(), { status: 'Pedido' });
    const receipt = await sendJson('POST', `/sales/${sale.id}/receipts`, { valor: 1, parcelas: 2 });
    expect(issues(receipt)).toEqual([{ code: 'custom', message: unknown, path: ['parcelas'] }]);
    const key = await a.post<{ id: string }>('/keys', { rotulo: word(), escopo: 'read', id: word() });
    expect(key.status, key.text).toBe(201);
    const rotation = await sendJson('POST', `/keys/${key.json.data.id}/rotate`, { escopo: 'read' });
    expect(issues(rotation)).toEqual([{ code: 'custom', message: unknown, path: ['escopo'] }]);
    await a.delete(`/keys/${key.json.data.id}`);
  });
});

describe('products of a sale', () => {
  const missing = 'Produto não encontrado';

  test('[STRICT-10] strict: one that does not exist is a 400 at its place', async () => {
    const parties = await createParties();
    const { id } = await createProduct();
    const itens = [item(1, 1, id), item(1, 1, 'nenhum'), item(1, 2, 'nenhum'), item(1, 1, '__proto__')];
    const reply = await sendJson('POST', '/sales', saleBody(parties, { itens }), strict);
    expect(fieldErrors(reply)).toEqual({
      'itens.1.produtoId': missing,
      'itens.2.produtoId': missing,
      'itens.3.produtoId': missing,
    });
    const known = await sendJson('POST', '/sales', saleBody(parties, { itens: [item(1, 1, id)] }), strict);
    expect([known.status, known.header('preference-applied')]).toEqual([201, strict.prefer]);
  });

  test('[STRICT-11] in an update too, except those that the sale already has; unless asked, none need exist', async () => {
    const sale = await createSale(await createParties(), { status: 'Pedido', itens: [item(1, 10, 'antigo')] });
    const put = (itens: object[], headers = {}) => sendJson('PUT', `/sales/${sale.id}`, { itens }, headers);
    expect((await put([item(2, 10, 'antigo')], strict)).status).toBe(200);
    const refused = await put([item(2, 10, 'antigo'), item(1, 1, 'novo')], strict);
    expect(issues(refused)).toEqual([{ code: 'custom', message: missing, path: ['itens', '1', 'produtoId'] }]);
    expect((await put([item(2, 10, 'antigo'), item(1, 1, 'novo')])).status).toBe(200);
  });
});

test('[STRICT-12] a repeated POST is answered as before, with the headers of its own names', async () => {
  const body = productBody({ Preco: 1 });
  const key = { 'idempotency-key': word() };
  const first = await sendJson('POST', '/products', body, key);
  const again = await sendJson('POST', '/products', body, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  for (const reply of [first, again]) expect(reply.header('ignored-fields')).toBe('Preco');
  expect(again.header('idempotency-replayed')).toBe('true');
  // Its names are wrong whatever was answered before.
  expectError(await sendJson('POST', '/products', body, { ...key, ...strict }), 400);
});

test('[STRICT-13] the client that callers install is strict, unless it is told otherwise', async () => {
  const body = { ...productBody(), Preco: 1 };
  await expect(a.client.POST('/api/v1/products', { body })).rejects.toMatchObject({
    status: 400,
    fields: { Preco: unknown },
  });
  const reply = await a.client.POST('/api/v1/products', { body, headers: { prefer: 'handling=lenient' } });
  expect(reply.headers.get('ignored-fields')).toBe('Preco');
});
