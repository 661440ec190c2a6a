import { makeFollower, productBody, representadaBody, startStopwatch } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from './catalog.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  api = catalog.empresa();
});

const kinds = [
  { path: '/products', body: productBody, longField: 'descricao' },
  { path: '/representadas', body: representadaBody, longField: 'observacao' },
];
const create = async (path: string, body: object) => (await api.post(path, body)).body.data;

describe.each(kinds)('$path', ({ path, body, longField }) => {
  const follow = (limit = 2) =>
    makeFollower(async (cursor) => (await api.get(`${path}/changes?limit=${limit}&cursor=${cursor}`)).body);

  test('the feed shows every record in its newest state, once, and nothing of other companies', async () => {
    const created = [await create(path, body()), await create(path, body()), await create(path, body())];
    await api.put(`${path}/${created[0].id}`, { nome: 'Novo' });
    const follower = follow();
    await follower.catchUp();
    const records = await Promise.all(created.map(async ({ id }) => (await api.get(`${path}/${id}`)).body.data));
    expect(follower.copy()).toEqual([records[1], records[2], records[0]]);
    expect(follower.faults()).toEqual([]);
    api = catalog.empresa();
    expect((await api.get(`${path}/changes`)).body.data).toEqual([]);
  });

  test('a page of large records is cut by their size; followers get every record once', async () => {
    // In JSON, each of these characters has six bytes.
    const long = { [longField]: '\u0001'.repeat(5_000) };
    const created: { id: string }[] = [];
    for (let n = 0; n < 100; n++) created.push(await create(path, body(long)));
    await api.delete(`${path}/${created[50]?.id}`);
    await api.put(`${path}/${created[0]?.id}`, { nome: 'Novo' });
    const sizes: number[] = [];
    const follower = makeFollower(async (cursor) => {
      const { text, body: page } = await api.get(`${path}/changes?limit=500&cursor=${cursor}`);
      sizes.push(Buffer.byteLength(text));
      return page;
    });
    await follower.catchUp();
    const records = await Promise.all(created.map(async ({ id }) => (await api.get(`${path}/${id}`)).body.data));
    const [changed, ...others] = records.filter((record) => record);
    expect(follower.copy()).toEqual([...others, changed]);
    expect(follower.faults()).toEqual([]);
    expect(sizes.length).toBeGreaterThan(2);
    for (const size of sizes) expect(size).toBeLessThan(2_600_000);
  });

  test('a follower of a quiet resource keeps a cursor that is current', async () => {
    const follower = follow();
    await follower.catchUp();
    // Changes of the other resource of this service.
    const { id } = await create('/representadas', representadaBody());
    await follower.catchUp();
    expect((await api.delete(`/representadas/${id}`)).status).toBe(200);
    await follower.catchUp();
    await catalog.sql`update tombstone set deleted_at = now() - interval '91 days' where empresa_id = ${api.empresa_id}`;
    await catalog.sql`select prune_tombstones()`;
    expect(await follower.step()).toBe(0);
    expect((await api.get(`${path}/changes`)).status).toBe(200);
  });

  test('a cursor of the other resource is refused', async () => {
    const [other] = kinds.filter((kind) => kind.path !== path);
    const { next_cursor } = (await api.get(`${other?.path}/changes`)).body;
    const { status, body: answer } = await api.get(`${path}/changes?cursor=${next_cursor}`);
    expect([status, answer]).toEqual([400, { error: 'Cursor inválido' }]);
  });

  test('reads and writes carry the version; If-Match guards writes, If-None-Match spares reads', async () => {
    const created = await api.post(path, body());
    const url = `${path}/${created.body.data.id}`;
    expect([created.headers.etag, (await api.get(url)).headers.etag]).toEqual(['"1"', '"1"']);
    const changed = await api.put(url, { nome: 'Um' }, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.etag]).toEqual([200, '"2"']);
    const stale = await api.put(url, { nome: 'Dois' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body]).toEqual([
      412,
      { error: 'O If-Match não é a ETag atual do registro: leia-o de novo' },
    ]);
    const known = await api.get(url, { 'if-none-match': '"2"' });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', '"2"']);
    expect((await api.get(url)).body.data.nome).toBe('Um');
    expect((await api.get(path)).headers.etag).toBeUndefined();
    expect((await api.put(`${path}/nada`, {}, { 'if-match': '*' })).status).toBe(404);
  });

  test('of many updates of one version, one wins', async () => {
    const { id } = await create(path, body());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.put(`${path}/${id}`, { nome: `N${n}` }, { 'if-match': '"1"' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
    const won = answers.find(({ status }) => status === 200)?.body.data;
    expect((await api.get(`${path}/${id}`)).body.data).toEqual(won);
  });
});

test.each([
  ['a creation', '/products', productBody, () => create('/products', productBody())],
  ['an update', '/products', productBody, (url: string) => api.put(url, { nome: 'Novo' })],
  ['a creation', '/representadas', representadaBody, () => create('/representadas', representadaBody())],
  ['an update', '/representadas', representadaBody, (url: string) => api.put(url, { nome: 'Novo' })],
  ['a delete', '/representadas', representadaBody, (url: string) => api.delete(url)],
])('%s of %s wakes a follower who waits', async (_name, path, body, write) => {
  const { id } = await create(path, body());
  const { next_cursor } = (await api.get(`${path}/changes`)).body;
  const elapsedMs = startStopwatch();
  const waiting = api.get(`${path}/changes?espera=25&cursor=${next_cursor}`);
  await write(`${path}/${id}`);
  expect((await waiting).body.data).toHaveLength(1);
  expect(elapsedMs()).toBeLessThan(4_000);
});

test('a product cannot have the name of an operation, because its path would be taken', async () => {
  for (const id of ['changes', 'import', 'export']) {
    const { status, body } = await api.post('/products', productBody({ id }));
    expect([status, body.details[0].path]).toEqual([400, ['id']]);
  }
});

test('a representada is deleted only in the version that was read, and stays usable otherwise', async () => {
  const { id } = await create('/representadas', representadaBody());
  const url = `/representadas/${id}`;
  await api.put(url, { cidade: 'Santos' });
  expect((await api.delete(url, { 'if-match': '"1"' })).status).toBe(412);
  expect((await api.get(url)).status).toBe(200);
  expect((await create('/products', productBody({ representada_id: id }))).representada_id).toBe(id);
  expect((await api.delete(url, { 'if-match': '"1"' })).status).toBe(412);
  expect((await api.delete(url, { 'if-match': '"2"' })).status).toBe(409);
});

test('an update and a delete at a time: the delete of the old version loses, or the update finds nothing', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await create('/representadas', representadaBody());
    const [updated, deleted] = await Promise.all([
      api.put(`/representadas/${id}`, { cidade: 'Santos' }),
      api.delete(`/representadas/${id}`, { 'if-match': '"1"' }),
    ]);
    expect([
      [200, 412],
      [404, 200],
    ]).toContainEqual([updated.status, deleted.status]);
    expect((await api.get(`/representadas/${id}`)).status).toBe(updated.status);
  }
});
