import { randomUUID } from 'node:crypto';
import { productBody, representadaBody } from '@representa/testing';
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

const create = async (changes: object = {}): Promise<string> =>
  (await api.post('/products', productBody(changes))).body.data.id;
const ids = async (query: string): Promise<string[]> =>
  (await api.get(`/products?${query}`)).body.data.map(({ id }: { id: string }) => id);

describe('listing products', () => {
  test('shows the newest first, page by page, as their creation did', async () => {
    const first = (await api.post('/products', productBody())).body.data;
    const others = [await create(), await create()];
    const { body } = await api.get('/products?limit=2&page=2');
    expect(body).toEqual({ data: [first], page: 2, limit: 2, total: 3 });
    expect(await ids('limit=2')).toEqual(others.reverse());
    expect((await catalog.empresa().get('/products')).body).toEqual({ data: [], page: 1, limit: 20, total: 0 });
  });

  test('finds parts of id, name and description', async () => {
    const [byName, byDescription] = [
      await create({ nome: 'Pão de açúcar' }),
      await create({ descricao: '100% cacau' }),
    ];
    expect(await ids('search=PAO')).toEqual([byName]);
    expect(await ids('search=100%25')).toEqual([byDescription]);
    expect(await ids(`search=${byName.toLowerCase()}`)).toEqual([byName]);
  });

  test('tells active from inactive ones, also after an update', async () => {
    const [active, inactive] = [await create(), await create({ ativo: false })];
    expect([await ids('ativo=true'), await ids('ativo=false')]).toEqual([[active], [inactive]]);
    await api.put(`/products/${inactive}`, { ativo: true });
    expect((await api.get('/products?ativo=true')).body.total).toBe(2);
    expect((await api.get('/products?ativo=false')).body).toMatchObject({ data: [], total: 0 });
  });

  test('tells those of one representada', async () => {
    const { id } = (await api.post('/representadas', representadaBody())).body.data;
    await create();
    const product = await create({ representada_id: id });
    const { body } = await api.get(`/products?representada_id=${id}`);
    expect(body).toMatchObject({ data: [{ id: product, representada_id: id }], total: 1 });
    expect(await ids(`representada_id=${randomUUID()}`)).toEqual([]);
  });
});

describe('reading one record', () => {
  test('of each kind, by its company only', async () => {
    const { body: product } = await api.post('/products', productBody({ id: `a/b ${Math.random()} ç%` }));
    const { body: representada } = await api.post('/representadas', representadaBody());
    const paths = [`/products/${encodeURIComponent(product.data.id)}`, `/representadas/${representada.data.id}`];
    for (const [i, path] of paths.entries()) {
      expect((await api.get(path)).body).toEqual([product, representada][i]);
      expect((await catalog.empresa().get(path)).status).toBe(404);
    }
  });
});

test('an Idempotency-Key makes a product or a representada only once, with and without the fields that may be missing', async () => {
  const { id: representada_id } = (await api.post('/representadas', representadaBody(), 'key-1')).body.data;
  for (const [i, [path, body, shown]] of (
    [
      ['/products', { ...productBody(), descricao: undefined }, { descricao: null }],
      ['/products', { ...productBody(), descricao: 'Moído', comissao: 2.5, representada_id }, { comissao: 2.5 }],
      ['/representadas', representadaBody(), {}],
      [
        '/representadas',
        { ...representadaBody(), comissao_quando: 'faturamento', comissao_dia: 5 },
        { comissao_dia: 5 },
      ],
    ] as const
  ).entries()) {
    const first = await api.post(path, body, `once-${i}`);
    const again = await api.post(path, body, `once-${i}`);
    expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect(again.body.data).toMatchObject(shown);
  }
});
