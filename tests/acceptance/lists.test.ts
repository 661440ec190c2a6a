import { beforeAll, describe, expect, test } from 'vitest';
import { a } from './api.ts';
import { expectIssue, expectMembers, expectNewestFirst, issues, members } from './expectations.ts';
import {
  createClient,
  createMany,
  createParties,
  createProduct,
  createRepresentada,
  createSale,
  type Product,
  type Representada,
  word,
} from './records.ts';

interface Row {
  id: string;
  created_at: string;
}

const lists = [
  { path: '/sales', page: members.page, row: members.saleSummary },
  { path: '/clients', page: members.page, row: members.client },
  { path: '/products', page: members.page, row: members.product },
  { path: '/representadas', page: members.pageWithSuccess, row: members.representada },
];

beforeAll(async () => {
  const parties = await createParties();
  await createMany(105, () => createSale(parties));
});

const extensions: Record<string, string[]> = {
  '/sales': ['id_externo'],
  '/clients': ['id_externo'],
  '/products': ['id_externo', 'representada_id', 'comissao'],
  '/representadas': ['id_externo', 'codigo', 'comissao_quando', 'comissao_dia'],
};

describe.each(lists)('GET $path', ({ path, page: envelope, row }) => {
  test('[LIST-01] answers 200 with exactly its envelope; page 1 and limit 20 by default', async () => {
    await createProduct();
    const { status, json } = await a.get<Row[]>(path);
    expect(status).toBe(200);
    // Byte for byte as the contract shows it, so also in its order.
    expect(Object.keys(json).join(' ')).toBe(envelope);
    if ('success' in json) expect(json.success).toBe(true);
    expect(json).toMatchObject({ page: 1, limit: 20 });
    expect(json.data.length).toBe(Math.min(20, json.total));
    expect(Number.isInteger(json.total)).toBe(true);
    for (const one of json.data) {
      // Only a record that uses an extension shows it.
      const used = extensions[path]?.filter((name) => name in one) ?? [];
      expectMembers(one, [row, ...used].join(' '));
    }
    expectNewestFirst(json.data);
  });

  test('[LIST-02] a limit above 100 is answered, and reported, as 100', async () => {
    for (const limit of ['101', '500', '1000000', '2147483648', '9007199254740991']) {
      const { json } = await a.get<Row[]>(`${path}?limit=${limit}`);
      expect(json.limit).toBe(100);
      expect(json.data.length).toBeLessThanOrEqual(100);
    }
    expect((await a.get(`${path}?limit=100`)).json.limit).toBe(100);
    expect((await a.get<Row[]>(`${path}?limit=1`)).json).toMatchObject({ limit: 1, data: { length: 1 } });
  });

  test('[LIST-03] a page past the end is empty and has the correct total', async () => {
    for (const page of [1_000_000, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      const { status, json } = await a.get(`${path}?page=${page}&limit=100`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ data: [], page, limit: 100 });
      // Again while other tests create and delete records in between.
      const difference = async () =>
        (await a.get(path)).json.total - (await a.get(`${path}?page=${page}&limit=100`)).json.total;
      await expect.poll(difference, { timeout: 5_000 }).toBe(0);
    }
  });

  test('[LIST-13] a bad page or limit is told what is allowed', async () => {
    const messageOf = async (query: string): Promise<unknown> => issues(await a.get(`${path}?${query}`))[0]?.message;
    for (const value of ['0', 'abc', '']) {
      expect(await messageOf(`page=${value}`)).toBe('Deve ser um número inteiro a partir de 1');
      expect(await messageOf(`limit=${value}`)).toBe('Deve ser um número inteiro de 1 a 100');
    }
    for (const value of ['9007199254740992', '9'.repeat(23), '9'.repeat(400)]) {
      expect(issues(await a.get(`${path}?page=${value}`))).toMatchObject([
        {
          code: 'too_big',
          maximum: 9_007_199_254_740_991,
          message: 'Deve ser no máximo 9007199254740991',
          path: ['page'],
        },
      ]);
    }
  });

  test.each(['0', '-1', 'abc', '1.5', '', 'NaN', 'Infinity', '1e999', '-0', '0x10', '1,5', '%20', 'true', '[]'])(
    '[LIST-04] a page or limit of %j is a 400',
    async (value) => {
      const page = issues(await a.get(`${path}?page=${value}`));
      expect(page.map((issue) => issue.path)).toEqual([['page']]);
      const limit = issues(await a.get(`${path}?limit=${value}`));
      expect(limit.map((issue) => issue.path)).toEqual([['limit']]);
    },
  );

  test('[LIST-05] unusual queries are answered or refused, never a 500', async () => {
    const unusual = [
      'page=1&page=2',
      'page[]=1',
      'page[$gt]=1',
      'page=99999999999999999999999999',
      'limit=1&limit=2',
      'x=1',
      '&&&',
      '?',
      '=',
      'search=a&search=b',
      '__proto__=1',
    ];
    for (const query of unusual) expect([200, 400]).toContain((await a.get(`${path}?${query}`)).status);
    const both = issues(await a.get(`${path}?page=0&limit=abc`)).map((issue) => issue.path[0]);
    expect(both.sort()).toEqual(['limit', 'page']);
  });
});

test('[LIST-06] a page has 20 sales by default, and 100 at most', async () => {
  expect((await a.get<Row[]>('/sales')).json.data).toHaveLength(20);
  const { json } = await a.get<Row[]>('/sales?limit=500');
  expect(json.data).toHaveLength(100);
  expectNewestFirst(json.data);
  expectNewestFirst((await a.get<Row[]>('/sales?limit=50&page=2')).json.data);
});

const searchable = [
  { path: '/clients', create: (nome: string): Promise<Row> => createClient({ nome }) },
  { path: '/products', create: (nome: string): Promise<Row> => createProduct({ nome }) },
  { path: '/representadas', create: (nome: string): Promise<Row> => createRepresentada({ nome }) },
];

describe.each(searchable)('pages of $path', ({ path, create }) => {
  const tag = word();
  let created: Row[];
  beforeAll(async () => {
    created = await createMany(105, (i) => create(`${tag} ${i}`));
  });

  test('[LIST-07] contain every record once, newest first, with the correct total', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => a.get<Row[]>(`${path}?search=${tag}&limit=40&page=${page}`)),
    );
    expect(pages.map(({ json }) => json.data.length)).toEqual([40, 40, 25, 0]);
    expect(pages.map(({ json }) => json.total)).toEqual([105, 105, 105, 105]);
    expect(pages.map(({ json }) => json.page)).toEqual([1, 2, 3, 4]);
    const rows = pages.flatMap(({ json }) => json.data);
    expect(rows.map(({ id }) => id).sort()).toEqual(created.map(({ id }) => id).sort());
    expectNewestFirst(rows);
  });

  test('[LIST-08] have 20 records by default, and 100 at most', async () => {
    expect((await a.get<Row[]>(`${path}?search=${tag}`)).json).toMatchObject({ data: { length: 20 }, total: 105 });
    const { json } = await a.get<Row[]>(`${path}?search=${tag}&limit=500`);
    expect(json).toMatchObject({ data: { length: 100 }, limit: 100, total: 105 });
    expect((await a.get<Row[]>(`${path}?search=${tag}&page=6`)).json.data).toHaveLength(5);
  });

  test('[LIST-09] without a filter begin with the newest record', async () => {
    const one = await create(`${tag}x`);
    const { json } = await a.get<Row[]>(`${path}?limit=100`);
    expect(json.data.map(({ id }) => id)).toContain(one.id);
    expectNewestFirst(json.data);
  });
});

describe('ativo', () => {
  test.each([
    { path: '/representadas', create: createRepresentada },
    { path: '/products', create: createProduct },
  ])('[LIST-10] filters $path: true, false, or all when omitted', async ({ path, create }) => {
    const tag = word();
    const [on, off] = [await create({ nome: `${tag} on` }), await create({ nome: `${tag} off`, ativo: false })];
    const found = async (query: string): Promise<string[]> => {
      const { json } = await a.get<(Product | Representada)[]>(`${path}?search=${tag}${query}`);
      expect(json.total).toBe(json.data.length);
      return json.data.map(({ id }) => id);
    };
    expect(await found('&ativo=true')).toEqual([on.id]);
    expect(await found('&ativo=false')).toEqual([off.id]);
    expect(await found('')).toEqual([off.id, on.id]);
    await a.put(`${path}/${on.id}`, { ativo: false });
    expect(await found('&ativo=true')).toEqual([]);
    expect(await found('&ativo=false')).toEqual([off.id, on.id]);
    const everywhere = await a.get<(Product | Representada)[]>(`${path}?ativo=false&limit=100`);
    expect(everywhere.json.data.every(({ ativo }) => !ativo)).toBe(true);
  });

  test.each(['TRUE', '1', '0', 'sim', '', 'null', 'truefalse'])('[LIST-11] %j is a 400', async (value) => {
    for (const path of ['/representadas', '/products']) expectIssue(await a.get(`${path}?ativo=${value}`), 'ativo');
  });
});

test('[LIST-12] products are listed by representada (extension)', async () => {
  const { id } = await createRepresentada();
  const product = await createProduct({ representada_id: id });
  await createProduct();
  const { json } = await a.get<Product[]>(`/products?representada_id=${id}`);
  expect(json).toMatchObject({ total: 1, data: [product] });
});
