import { collectPages, productBody, representadaBody } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';

let catalog: Catalog;
let api: Api;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  api = catalog.empresa();
});

interface Row {
  id: string;
  nome: string;
}

const names = ['Zinco', 'água', 'Água', 'acai', 'Óleo', 'oleo', 'Café'];
const namesOf = (rows: readonly Row[]): string[] => rows.map(({ nome }) => nome);

describe.each([
  { path: '/products', body: productBody },
  { path: '/representadas', body: representadaBody },
])('$path', ({ path, body }) => {
  const create = async (changes: object): Promise<Row> => (await api.post(path, body(changes))).body.data;
  const all = (query: string): Promise<Row[]> =>
    collectPages(async (cursor) => (await api.get(`${path}?${query}&cursor=${cursor}`)).body);

  test('shows the same by cursor as by page, in every order, with and without filters', async () => {
    for (const [n, nome] of names.entries()) await create({ nome, ativo: n % 3 !== 0 });
    for (const ordenar of ['-created_at', 'nome', '-nome']) {
      for (const filter of ['', '&ativo=true', '&ativo=false', '&search=o', '&search=ole&ativo=true', '&search=xyz']) {
        const { data, total } = (await api.get(`${path}?ordenar=${ordenar}${filter}`)).body;
        expect(total).toBe(data.length);
        expect(await all(`limit=2&ordenar=${ordenar}${filter}`)).toEqual(data);
        const second = (await api.get(`${path}?ordenar=${ordenar}${filter}&limit=2&page=2`)).body;
        expect(second).toMatchObject({ data: data.slice(2, 4), total });
      }
    }
  });

  test('sorts names without regard to case and accents', async () => {
    for (const nome of names) await create({ nome });
    const sorted = namesOf((await api.get(`${path}?ordenar=nome`)).body.data);
    expect(sorted.map((nome) => nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())).toEqual([
      'acai',
      'agua',
      'agua',
      'cafe',
      'oleo',
      'oleo',
      'zinco',
    ]);
    expect(namesOf((await api.get(`${path}?ordenar=-nome`)).body.data)).toEqual([...sorted].reverse());
  });

  test('replies with data, limit and next_cursor; a cursor belongs to its company, filters and order', async () => {
    for (const nome of names) await create({ nome });
    const first = (await api.get(`${path}?cursor=&limit=2&ativo=true`)).body;
    expect(Object.keys(first)).toEqual(['data', 'limit', 'next_cursor']);
    const refused = [
      api.get(`${path}?cursor=${first.next_cursor}`),
      api.get(`${path}?cursor=${first.next_cursor}&ativo=true&ordenar=nome`),
      catalog.empresa().get(`${path}?cursor=${first.next_cursor}&ativo=true`),
      api.get(`${path === '/products' ? '/representadas' : '/products'}?cursor=${first.next_cursor}&ativo=true`),
    ];
    for (const { status, body: error } of await Promise.all(refused))
      expect([status, error]).toEqual([400, { error: 'Cursor inválido' }]);
  });

  test.each([
    ['ordenar=data', 'ordenar'],
    ['ordenar=', 'ordenar'],
    ['cursor=&page=1', 'page'],
    ['cursor=a&cursor=b', 'cursor'],
    ['ativo=sim', 'ativo'],
    ['cidade=x', 'cidade'],
  ])('%s is a 400 that names %s', async (query, field) => {
    const { status, body: error } = await api.get(`${path}?${query}`);
    expect([status, error]).toMatchObject([400, { details: [{ path: [field] }] }]);
  });
});

test('a cursor with a moment that PostgreSQL cannot read is refused', async () => {
  for (const n of [1, 2]) await api.post('/products', productBody({ nome: `P${n}` }));
  const { next_cursor } = (await api.get('/products?cursor=&limit=1')).body;
  const [fingerprint, , id] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
  const forged = JSON.stringify([fingerprint, `2026-01-01T00:00:00.${'0'.repeat(150)}Z`, id]);
  const { status, body } = await api.get(`/products?limit=1&cursor=${Buffer.from(forged).toString('base64url')}`);
  expect([status, body]).toEqual([400, { error: 'Cursor inválido' }]);
});

test('products of a representada are listed by cursor, too', async () => {
  const { id } = (await api.post('/representadas', representadaBody())).body.data;
  for (const n of [1, 2, 3]) await api.post('/products', productBody({ nome: `P${n}`, representada_id: id }));
  await api.post('/products', productBody());
  const rows = await collectPages<Row>(
    async (cursor) => (await api.get(`/products?representada_id=${id}&ordenar=nome&limit=1&cursor=${cursor}`)).body,
  );
  expect(namesOf(rows)).toEqual(['P1', 'P2', 'P3']);
});

test.each(['nobody', '', '%00'])('representada_id=%s is a 400, also for the export', async (id) => {
  for (const path of ['/products', '/products/export']) {
    const { status, body: error } = await api.get(`${path}?representada_id=${id}`);
    expect([status, error]).toMatchObject([400, { details: [{ path: ['representada_id'] }] }]);
  }
});

test.each(['/products', '/representadas'])('the export of %s has the order of its list', async (path) => {
  const body = path === '/products' ? productBody : representadaBody;
  for (const nome of ['b', 'Ã', 'c', 'ab']) await api.post(path, body({ nome }));
  for (const ordenar of ['nome', '-nome', '-created_at']) {
    const listed = namesOf((await api.get(`${path}?ordenar=${ordenar}`)).body.data);
    const { text: file } = await api.get(`${path}/export?ordenar=${ordenar}`);
    const rows = file.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(';')[1])).toEqual(listed);
  }
  const { status, body: error } = await api.get(`${path}/export?ordenar=preco`);
  expect([status, error]).toMatchObject([400, { details: [{ path: ['ordenar'] }] }]);
});
