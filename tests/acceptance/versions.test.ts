import { describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectError } from './expectations.ts';
import { createClient, createParties, createProduct, createRepresentada, createSale } from './records.ts';

const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  a.send(method, path, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const changedSince = 'O If-Match não é a ETag atual do registro: leia-o de novo';

describe.each([
  {
    path: '/sales',
    create: async () => createSale(await createParties(), { status: 'Pedido' }),
    changes: { status: 'Em processamento' },
  },
  { path: '/clients', create: () => createClient(), changes: { bairro: 'Centro' } },
  { path: '/products', create: () => createProduct(), changes: { preco: 2 } },
  { path: '/representadas', create: () => createRepresentada(), changes: { cidade: 'Santos' } },
])('$path', ({ path, create, changes }) => {
  test('[VER-01] reads and writes carry an ETag, which every change raises; lists have none', async () => {
    const url = `${path}/${(await create()).id}`;
    const before = await a.get(url);
    const updated = await a.put(url, changes);
    expect([before.header('etag'), updated.header('etag'), (await a.get(url)).header('etag')]).toEqual([
      '"1"',
      '"2"',
      '"2"',
    ]);
    expect((await a.get(path)).header('etag')).toBeUndefined();
  });

  test('[VER-02] If-Match with another version is a 412 and changes nothing', async () => {
    const url = `${path}/${(await create()).id}`;
    await a.put(url, changes);
    const before = (await a.get(url)).json;
    for (const tag of ['"1"', 'W/"2"', '2', '"x"', '""', '"99999999999"']) {
      expectError(await send('PUT', url, { 'if-match': tag }, changes), 412, changedSince);
      if (path !== '/products') expectError(await send('DELETE', url, { 'if-match': tag }), 412, changedSince);
    }
    expect((await a.get(url)).json).toEqual(before);
    for (const tag of ['"2"', '"1", "3"', '*'])
      expect((await send('PUT', url, { 'if-match': tag }, {})).status).toBe(200);
    if (path !== '/products') expect((await send('DELETE', url, { 'if-match': '"5"' })).status).toBe(200);
  });

  test('[VER-03] If-None-Match with the version that the caller knows is a 304 without a body', async () => {
    const url = `${path}/${(await create()).id}`;
    for (const tag of ['"1"', 'W/"1"', '"7", "1"', '*'])
      for (const method of ['GET', 'HEAD'])
        expect((await send(method, url, { 'if-none-match': tag })).status).toBe(304);
    expect((await send('GET', url, { 'if-none-match': '"2"' })).status).toBe(200);
  });

  test('[VER-04] of many updates of one version, one wins', async () => {
    const url = `${path}/${(await create()).id}`;
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => send('PUT', url, { 'if-match': '"1"' }, changes)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412]);
  });
});
