import { randomUUID } from 'node:crypto';
import { asEmpresa, makeFollower, saleBody, startStopwatch } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let empresa: string;
beforeAll(async () => {
  service = await startSalesService();
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
});

const own = (nome: string): string => service.own(empresa, { nome });
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  service.app.inject({
    method,
    url: `/api/v1/sales${path}`,
    headers: asEmpresa(empresa),
    ...(payload && { payload }),
  });
const follow = (limit: number) =>
  makeFollower(async (cursor) => (await send('GET', `/changes?limit=${limit}&cursor=${cursor}`)).json());

test('the feed shows whole sales without names, and deleted ones as tombstones', async () => {
  const body = saleBody(own('Mercado'), own('Indústria'), { status: 'Pedido' });
  const [first, second] = [(await send('POST', '', body)).json().data, (await send('POST', '', body)).json().data];
  const updated = (await send('PUT', `/${first.id}`, { status: 'Enviado' })).json().data;
  await send('DELETE', `/${second.id}`);
  expect((await send('GET', '/changes')).json().data).toEqual([
    { tipo: 'alterado', id: first.id, alterado_em: updated.updated_at, registro: updated },
    { tipo: 'excluido', id: second.id, alterado_em: expect.stringMatching(/Z$/) },
  ]);
});

test.each(['PUT', 'DELETE'] as const)('a %s wakes a follower who waits', async (method) => {
  const id = await service.createSale(empresa, saleBody(own('Mercado'), own('Indústria'), { status: 'Pedido' }));
  const { next_cursor } = (await send('GET', '/changes')).json();
  const elapsedMs = startStopwatch();
  const waiting = send('GET', `/changes?espera=25&cursor=${next_cursor}`);
  expect((await send(method, `/${id}`, method === 'PUT' ? { motivo: 'x' } : undefined)).statusCode).toBe(200);
  expect((await waiting).json().data).toMatchObject([{ id }]);
  // Whoever is not woken looks again after five seconds.
  expect(elapsedMs()).toBeLessThan(4_000);
});

test('never skips or repeats while sales are created in batches, changed and deleted', async () => {
  const [client, representada] = [own('Mercado'), own('Indústria')];
  const followers = [follow(2), follow(100)];
  const ids: string[] = [];
  const create = async () =>
    ids.push((await send('POST', '', saleBody(client, representada, { status: 'Pedido' }))).json().data.id);
  let isWriting = true;
  const following = followers.map(async ({ step }) => {
    while (isWriting) await step();
  });
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      ...Array.from({ length: 10 }, create),
      ...ids.slice(0, 5).map((id) => send('PUT', `/${id}`, { status: 'Em processamento' })),
      ...ids.slice(5, 8).map((id) => send('DELETE', `/${id}`)),
    ]);
  }
  isWriting = false;
  await Promise.all(following);
  const listed = (await send('GET', '?limit=100')).json().data.map(({ id }: { id: string }) => id);
  for (const follower of followers) {
    await follower.catchUp();
    expect(follower.faults()).toEqual([]);
    const copied = follower.copy() as { id: string; updated_at: string }[];
    expect(copied.map(({ id }) => id).sort()).toEqual([...listed].sort());
    for (const { id, updated_at } of copied)
      expect((await send('GET', `/${id}`)).json().data.updated_at).toBe(updated_at);
  }
});

test('an old tombstone is removed, also after many with lower numbers that are newer', async () => {
  const admin = postgres(service.stack.adminUrl, { max: 1, connection: { search_path: 'sales' } });
  await admin`insert into change_sequence (empresa_id, last) values (${empresa}, 600)`;
  await admin`
    insert into tombstone (empresa_id, resource, change, id, deleted_at)
    select ${empresa}, 'sale', n, gen_random_uuid()::text, now() - case when n = 600 then interval '91 days' else interval '1 day' end
    from generate_series(1, 600) n`;
  const [{ removed }] = await admin<[{ removed: number }]>`select prune_tombstones() as removed`;
  const [{ left }] = await admin<[{ left: number }]>`
    select count(*)::int as left from tombstone where empresa_id = ${empresa}`;
  await admin.end();
  expect([removed, left]).toEqual([1, 599]);
});

/** Reads the feed to its end. */
const readAll = async () => {
  const pages: { bytes: number; data: { id: string; registro: { itens: object[]; parcelas?: object[] } }[] }[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await send('GET', `/changes?limit=500&cursor=${cursor}`);
    const { data, next_cursor } = JSON.parse(body);
    if (data.length === 0) return pages;
    pages.push({ bytes: Buffer.byteLength(body), data });
    cursor = next_cursor;
  }
};

test('a page of large sales is cut by their items; the next page goes on where it ends', async () => {
  // In JSON, each of these characters has six bytes.
  const produtoOf = (i: number) => `${i}`.padEnd(100, '\u0001');
  const itensOf = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ produtoId: produtoOf(i), quantidade: 1, valorUnitario: 1 }));
  const [client, representada] = [own('Mercado'), own('Indústria')];
  // The first page ends with the last item of a sale, the next ones within a sale.
  const counts = [1_000, 1_000, 700, 1_000, 1_000, 400];
  const ids: string[] = [];
  for (const count of counts)
    ids.push(await service.createSale(empresa, saleBody(client, representada, { itens: itensOf(count) })));
  const pages = await readAll();
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 2]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  expect(pages.flatMap(({ data }) => data.map(({ registro }) => registro.itens.length))).toEqual(counts);
  for (const { bytes } of pages) expect(bytes).toBeLessThan(1_400_000);
});

test('a page of sales with many instalments is cut by their size', async () => {
  const parcelas = Array.from({ length: 120 }, () => ({ vencimento: '2026-12-31', valor: 1 }));
  const itens = [{ produtoId: 'A', quantidade: 120, valorUnitario: 1 }];
  const body = saleBody(own('Mercado'), own('Indústria'), { itens, parcelas, status: 'Pedido' });
  const ids: string[] = [];
  for (let count = 0; count < 100; count++) ids.push(await service.createSale(empresa, body));
  const pages = await readAll();
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
  expect(new Set(pages.flatMap(({ data }) => data.map(({ registro }) => registro.parcelas?.length)))).toEqual(
    new Set([120]),
  );
  for (const { bytes } of pages) expect(bytes).toBeLessThan(600_000);
});
