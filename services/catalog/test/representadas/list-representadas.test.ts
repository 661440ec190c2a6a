import { representadaBody } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type Catalog, startCatalog } from '../catalog.ts';
import { freshCnpj } from '../cnpjs.ts';

let catalog: Catalog;
let api: Api;

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(() => {
  api = catalog.empresa();
});

const create = async (changes: object = {}): Promise<string> => {
  const { status, body } = await api.post('/representadas', representadaBody(changes));
  expect(status).toBe(201);
  return body.data.id;
};

const idsOf = ({ body }: { body: { data: { id: string }[] } }): string[] => body.data.map(({ id }) => id);

test('a company without representadas has an empty list', async () => {
  const { status, body } = await api.get('/representadas');
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, data: [], page: 1, limit: 20, total: 0 });
});

test('the list shows whole records, newest first, page by page', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 25; n += 1) ids.unshift(await create({ nome: `Aurora ${n}` }));

  const first = await api.get('/representadas');
  expect(first.body).toMatchObject({ success: true, page: 1, limit: 20, total: 25 });
  expect(idsOf(first)).toEqual(ids.slice(0, 20));
  const { body: same } = await api.put(`/representadas/${ids[3]}`, {});
  expect((await api.get('/representadas')).body.data[3]).toEqual(same.data);

  expect(idsOf(await api.get('/representadas?page=2'))).toEqual(ids.slice(20));
  expect(idsOf(await api.get('/representadas?page=3&limit=7'))).toEqual(ids.slice(14, 21));
  expect(idsOf(await api.get('/representadas?page=1&limit=10&search=aurora'))).toEqual(ids.slice(0, 10));
  expect((await api.get('/representadas?page=3&limit=10&search=aurora')).body).toMatchObject({ total: 25, page: 3 });
  expect((await api.get('/representadas?page=900')).body).toEqual({
    success: true,
    data: [],
    page: 900,
    limit: 20,
    total: 25,
  });
  expect((await api.get('/representadas?limit=5000')).body).toMatchObject({ limit: 100, total: 25 });
});

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=x',
  'page=',
  'limit=0',
  'limit=abc',
  'limit=1e2',
  'ativo=',
  'ativo=1',
  'ativo=TRUE',
  'ativo=true&ativo=false',
  'page=1&page=2',
  'search=%00',
  `search=${'x'.repeat(201)}`,
])('?%s is refused', async (query) => {
  const { status, body } = await api.get(`/representadas?${query}`);
  expect(status).toBe(400);
  expect(body.error).toBe('Dados de entrada inválidos');
  expect(body.details).toEqual([expect.objectContaining({ path: [query.split('=')[0]] })]);
});

test('another company sees nothing of it', async () => {
  await create({ nome: 'Segredo' });
  const other = catalog.empresa();
  for (const query of ['', '?search=segredo', '?ativo=true']) {
    expect((await other.get(`/representadas${query}`)).body).toMatchObject({ data: [], total: 0 });
  }
});

test('ativo chooses, and the totals follow every change', async () => {
  const active = await create();
  const inactive = await create({ ativo: false });
  const expectLists = async (actives: string[], inactives: string[]) => {
    const [all, yes, no] = await Promise.all([
      api.get('/representadas'),
      api.get('/representadas?ativo=true'),
      api.get('/representadas?ativo=false'),
    ]);
    expect([idsOf(yes), yes.body.total]).toEqual([actives, actives.length]);
    expect([idsOf(no), no.body.total]).toEqual([inactives, inactives.length]);
    expect(all.body.total).toBe(actives.length + inactives.length);
    expect((await api.get('/representadas?ativo=true&search=aurora')).body.total).toBe(actives.length);
    expect((await api.get('/representadas?ativo=false&search=aurora')).body.total).toBe(inactives.length);
  };
  await expectLists([active], [inactive]);
  await api.put(`/representadas/${inactive}`, { ativo: true });
  await expectLists([inactive, active], []);
  await api.put(`/representadas/${inactive}`, { ativo: true, observacao: 'again' });
  await api.put(`/representadas/${active}`, { ativo: false });
  await api.put(`/representadas/${active}`, { ativo: false });
  await api.put(`/representadas/${active}`, { observacao: 'x' });
  await expectLists([inactive], [active]);
  await api.delete(`/representadas/${active}`);
  await expectLists([inactive], []);
  await api.delete(`/representadas/${inactive}`);
  await expectLists([], []);
});

test('the totals hold when much happens at a time', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ ativo: n % 2 === 0 })));
  const answers = await Promise.all(
    ids.flatMap((id, n) => [
      api.put(`/representadas/${id}`, { ativo: n % 3 === 0 }),
      api.put(`/representadas/${id}`, { nome: `Boreal ${n}`, ativo: n % 5 === 0 }),
      api.post('/representadas', representadaBody({ ativo: n % 4 === 0 })),
      ...(n % 2 ? [api.delete(`/representadas/${id}`)] : []),
    ]),
  );
  expect(answers.filter(({ status }) => ![200, 201, 404].includes(status)).map(({ body }) => body)).toEqual([]);

  const [counted] = await catalog.sql`
    select count(*) as total, count(*) filter (where ativo) as active
    from representada where empresa_id = ${api.empresa_id}`;
  const [kept] =
    await catalog.sql`select total, active from record_counter where resource = 'representada' and empresa_id = ${api.empresa_id}`;
  expect(counted?.total).toBe(30);
  expect(kept).toEqual(counted);
});

test('records that were created at once are listed once each, the newest id first', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => create()));
  const listed = idsOf(await api.get('/representadas?limit=100'));
  expect([...listed].sort()).toEqual([...ids].sort());
  expect(listed).toEqual([...listed].sort().reverse());
});

describe('search', () => {
  const found = async (search: string): Promise<string[]> => {
    const { status, body } = await api.get(`/representadas?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    expect(body.total).toBe(body.data.length);
    return body.data.map(({ nome }: { nome: string }) => nome).sort();
  };

  beforeEach(async () => {
    await create({ nome: 'Indústria Aurora', cnpj: '11.222.333/0001-81', cidade: 'São Paulo', observacao: 'zebra' });
    await create({ nome: 'Boreal 100%', cnpj: '12.ABC.345/01DE-35', cidade: 'Maringá', contato: 'zebra' });
    await create({ nome: 'Loja 24', cidade: 'Santos', endereco: 'zebra' });
    await create({ nome: 'a_b\\c', cidade: 'Niterói' });
  });

  test.each([
    ['aurora', ['Indústria Aurora']],
    ['INDUSTRIA', ['Indústria Aurora']],
    ['sao paulo', ['Indústria Aurora']],
    ['SÃO', ['Indústria Aurora']],
    ['maringa', ['Boreal 100%']],
    ['  Maringá ', ['Boreal 100%']],
    ['11222333000181', ['Indústria Aurora']],
    ['11.222.333/0001-81', ['Indústria Aurora']],
    ['222333', ['Indústria Aurora']],
    ['22.333/0', ['Indústria Aurora']],
    ['11 222 333', ['Indústria Aurora']],
    ['12.abc.345', ['Boreal 100%']],
    ['12abc', ['Boreal 100%']],
    ['abc', ['Boreal 100%']],
    ['01de-35', ['Boreal 100%']],
    ['loja 24', ['Loja 24']],
    ['loja24', []],
    ['24', ['Loja 24']],
    ['1-8', ['Indústria Aurora']],
    ['%', ['Boreal 100%']],
    ['_', ['a_b\\c']],
    ['\\', ['a_b\\c']],
    ['.', []],
    ['-', []],
    ['zebra', []],
    ['a', ['Boreal 100%', 'Indústria Aurora', 'Loja 24', 'a_b\\c']],
    ['', ['Boreal 100%', 'Indústria Aurora', 'Loja 24', 'a_b\\c']],
    ['   ', ['Boreal 100%', 'Indústria Aurora', 'Loja 24', 'a_b\\c']],
    ["' or 1=1 --", []],
    ['日本', []],
  ])('for "%s" finds %j', async (search, names) => {
    expect(await found(search)).toEqual([...names].sort());
  });

  test('follows a change at once', async () => {
    const id = await create({ nome: 'Cometa' });
    await api.put(`/representadas/${id}`, { nome: 'Estrela', cidade: 'Olinda', cnpj: '11444777000161' });
    expect(await found('cometa')).toEqual([]);
    for (const search of ['estrela', 'olinda', '11.444.777/0001-61']) expect(await found(search)).toEqual(['Estrela']);
  });

  test('a part of a CNPJ with letters alone is found with its punctuation', async () => {
    await create({ nome: 'Letras', cnpj: freshCnpj('ABCDEFGH') });
    for (const search of ['AB.CDE.FGH', 'ab.cde', 'b.cde.f', 'AB.CDE.FGH/', 'abcdefgh'])
      expect(await found(search), search).toEqual(['Letras']);
    for (const search of ['.', './-', '. /', 'ab.fgh', 'ab cde']) expect(await found(search), search).toEqual([]);
  });

  test('punctuation is dropped for a CNPJ only', async () => {
    await create({ nome: 'Loja24', cidade: 'Santos' });
    expect(await found('loja 24')).toEqual(['Loja 24']);
    expect(await found('loja24')).toEqual(['Loja24']);
  });
});
