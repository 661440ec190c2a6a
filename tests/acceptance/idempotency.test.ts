import { describe, expect, test } from 'vitest';
import { a, b, prefix } from './api.ts';
import { expectError } from './expectations.ts';
import { openapi } from './openapi.ts';
import {
  type Client,
  clientBody,
  createClient,
  createRepresentada,
  item,
  productBody,
  representadaBody,
  type Sale,
  word,
} from './records.ts';

const post = <T>(path: string, body: unknown, key: string, company = a) =>
  company.send<T>('POST', path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

const saleOf = async (changes: object = {}) => {
  const [client, representada] = [await createClient(), await createRepresentada()];
  return { clienteId: client.id, representadaId: representada.id, itens: [item()], pedido: word(), ...changes };
};

test('[IDEM-08] the document names the key for every POST but imports and those of API keys', () => {
  const without = Object.entries(openapi.paths).filter(
    ([, { post }]) => post && !post.parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(without.map(([path]) => path.slice(prefix.length)).sort()).toEqual([
    '/clients/import',
    '/keys',
    '/keys/{id}/rotate',
    '/products/import',
    '/representadas/import',
  ]);
});

describe('an Idempotency-Key', () => {
  test.each([
    ['/clients', async () => clientBody()],
    ['/products', async () => productBody()],
    ['/representadas', async () => representadaBody()],
    ['/sales', () => saleOf()],
  ])('[IDEM-01] makes a repeated POST to %s replay the first answer', async (path, make) => {
    const [key, body] = [word(), await make()];
    const first = await post<{ id: string }>(path, body, key);
    const again = await post<{ id: string }>(path, body, key);
    expect([first.status, first.header('idempotency-replayed')]).toEqual([201, undefined]);
    expect([again.status, again.header('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.json).toEqual(first.json);
  });

  test('[IDEM-02] with another body is a 422', async () => {
    const key = word();
    await post('/clients', clientBody(), key);
    expectError(await post('/clients', clientBody(), key), 422, 'Idempotency-Key já utilizada com outra requisição');
  });

  test('[IDEM-03] in concurrent requests creates one record; the others replay it or are a 409', async () => {
    const [key, body] = [word(), await saleOf()];
    const replies = await Promise.all(Array.from({ length: 10 }, () => post<Sale>('/sales', body, key)));
    const ids = new Set(replies.filter(({ status }) => status === 201).map(({ json }) => json.data.id));
    expect(ids.size).toBe(1);
    for (const { status } of replies) expect([201, 409]).toContain(status);
  });

  test('[IDEM-04] can be used again after invalid input', async () => {
    const [key, body] = [word(), clientBody()];
    expect((await post('/clients', { ...body, email: 'x' }, key)).status).toBe(400);
    expect((await post('/clients', body, key)).status).toBe(201);
  });

  test('[IDEM-05] belongs to one company', async () => {
    const [key, body] = [word(), await saleOf()];
    expect((await post('/sales', body, key)).status).toBe(201);
    const other = await post('/sales', body, key, b);
    expectError(other, 404, 'Cliente não encontrado ou inativo');
    expect(other.header('idempotency-replayed')).toBeUndefined();
  });

  test('[IDEM-06] replays a sale after its client became inactive', async () => {
    const [key, body] = [word(), await saleOf()];
    const first = await post<Sale>('/sales', body, key);
    await a.put<Client>(`/clients/${body.clienteId}`, { ativo: false });
    expect((await post<Sale>('/sales', body, key)).json).toEqual(first.json);
  });

  test.each(['has a blank', 'x'.repeat(256)])(
    '[IDEM-07] with a space or above 255 characters is a 400',
    async (key) => {
      expect((await post('/clients', clientBody(), key)).status).toBe(400);
    },
  );
});
