import { beforeAll, describe, expect, test } from 'vitest';
import { a, b } from './api.ts';
import { expectError, expectIssue, expectMembers } from './expectations.ts';
import { createClient, createParties, createProduct, createRepresentada, createSale, word } from './records.ts';

interface Row {
  id: string;
  nome: string;
  status: string;
}

interface CursorPage {
  data: Row[];
  limit: number;
  next_cursor: string | null;
}

const readPage = async (query: string): Promise<CursorPage> => (await a.get(query)).json as unknown as CursorPage;

const walk = async (query: string): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: CursorPage = await readPage(`${query}&limit=2&cursor=${cursor}`);
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
};

const found = async (query: string): Promise<string[]> => (await a.get<Row[]>(query)).json.data.map(({ id }) => id);

beforeAll(async () => {
  for (let n = 0; n < 3; n++) {
    await createSale(await createParties());
    await createProduct();
  }
});

describe.each(['/sales', '/clients', '/products', '/representadas'])('GET %s', (path) => {
  test('[FILTER-01] with a cursor the reply has data, limit and next_cursor, and nothing else', async () => {
    const first = await readPage(`${path}?cursor=&limit=1`);
    expectMembers(first, 'data limit next_cursor');
    expect(first).toMatchObject({ limit: 1, data: { length: 1 }, next_cursor: expect.any(String) });
    const second = await readPage(`${path}?cursor=${first.next_cursor}&limit=1`);
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id);
  });

  test('[FILTER-02] a cursor of another order, filter or company, or one that was changed, is a 400', async () => {
    const { next_cursor } = await readPage(`${path}?cursor=&limit=1`);
    const order = path === '/sales' ? 'data' : 'nome';
    for (const query of [`ordenar=${order}&cursor=${next_cursor}`, `search=a&cursor=${next_cursor}`, 'cursor=x'])
      expectError(await a.get(`${path}?${query}`), 400, 'Cursor inválido');
    expectError(await b.get(`${path}?cursor=${next_cursor}`), 400, 'Cursor inválido');
  });

  test('[FILTER-03] an unknown order, an empty one, and page beside cursor are a 400', async () => {
    for (const ordenar of ['preco', '', '-id']) expectIssue(await a.get(`${path}?ordenar=${ordenar}`), 'ordenar');
    expectIssue(await a.get(`${path}?cursor=&page=1`), 'page');
  });
});

test('[FILTER-10] sales by status in either spelling, client, representada, date, value and search', async () => {
  const tag = word();
  const client = await createClient({ nome: `Mercado São ${tag}` });
  const { id: representadaId } = await createRepresentada();
  const parties = { clienteId: client.id, representadaId };
  const one = (quantidade: number) => [{ produtoId: 'A', quantidade, valorUnitario: 10 }];
  const open = await createSale(parties, { status: 'Pedido', data: '2026-01-10', itens: one(1) });
  const paid = await createSale(parties, { status: 'PAGA', data: '2026-02-10', itens: one(2) });
  const billed = await createSale(parties, { status: 'Faturado', data: '2026-03-10', itens: one(3) });
  const all = [billed.id, paid.id, open.id];
  const expected: [string, string[]][] = [
    ['', all],
    [`&representada_id=${representadaId}`, all],
    ['&status=PAGA', [billed.id, paid.id]],
    ['&status=AGUARDANDO%20PAGAMENTO', [open.id]],
    ['&data_de=2026-02-01&data_ate=2026-02-28', [paid.id]],
    ['&valor_min=20&valor_max=29.99', [paid.id]],
    [`&search=sao%20${tag}`, all],
    [`&search=${encodeURIComponent(open.pedido.toLowerCase())}`, [open.id]],
    ['&ordenar=data', [...all].reverse()],
    ['&ordenar=-valor_total', all],
  ];
  for (const [query, ids] of expected) {
    expect(await found(`/sales?cliente_id=${client.id}${query}`), query).toEqual(ids);
    expect(await walk(`/sales?cliente_id=${client.id}${query}`), query).toEqual(ids);
  }
});

test('[FILTER-11] clients by state, city, day, activity, and by number, phone, email and code in any spelling', async () => {
  const [cidade, email] = [`Cidade Ação ${word()}`, `${word()}@exemplo.com.br`];
  const telefone = `119${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  const codigo = word();
  const { id } = await createClient({ nome: 'Zeta', cidade, estado: 'PE', email, telefone, codigo, segunda: true });
  const other = await createClient({ nome: 'alfa', cidade, estado: 'SP', ativo: false });
  const inCity = `/clients?cidade=${encodeURIComponent(cidade.toUpperCase().replace('ÇÃ', 'CA'))}`;
  expect(await found(inCity)).toEqual([other.id, id]);
  expect(await walk(inCity)).toEqual([other.id, id]);
  expect(await found(`${inCity}&ordenar=nome`)).toEqual([other.id, id]);
  expect(await found(`${inCity}&ordenar=-nome`)).toEqual([id, other.id]);
  for (const query of ['estado=pe', 'dia=segunda', 'ativo=true'])
    expect(await found(`${inCity}&${query}`)).toEqual([id]);
  expect(await found(`${inCity}&ativo=false`)).toEqual([other.id]);
  expect(await found(`/clients?email=${email.toUpperCase()}`)).toEqual([id]);
  expect(await found(`/clients?codigo=${codigo}`)).toEqual([id]);
  for (const spelling of [telefone, `+55${telefone}`, `(11) ${telefone.slice(2, 7)}-${telefone.slice(7)}`])
    expect(await found(`/clients?telefone=${encodeURIComponent(spelling)}`)).toEqual([id]);
});

test('[FILTER-12] products and representadas in the order of names', async () => {
  const tag = word();
  for (const [path, create] of [
    ['/products', createProduct],
    ['/representadas', createRepresentada],
  ] as const) {
    const ids = [];
    for (const nome of ['Água', 'agora', 'Beto']) ids.push((await create({ nome: `${nome} ${tag}` })).id);
    const [water, now, beto] = ids;
    expect(await found(`${path}?search=${tag}&ordenar=nome`)).toEqual([now, water, beto]);
    expect(await walk(`${path}?search=${tag}&ordenar=-nome`)).toEqual([beto, water, now]);
  }
});

test.each([
  ['/sales?status=paga', 'status'],
  ['/sales?cliente_id=x', 'cliente_id'],
  ['/sales?data_de=2026-02-30', 'data_de'],
  ['/sales?data_de=2026-02-02&data_ate=2026-02-01', 'data_ate'],
  ['/sales?valor_min=1,5', 'valor_min'],
  ['/sales?valor_min=2&valor_max=1', 'valor_max'],
  ['/clients?dia=domingo', 'dia'],
  ['/clients?estado=', 'estado'],
  ['/clients?cnpj_cpf=11222333000180', 'cnpj_cpf'],
  ['/clients?telefone=1', 'telefone'],
  ['/clients?email=x&email=y', 'email'],
])('[FILTER-20] %s is a 400 that names %s', async (path, field) => {
  expectIssue(await a.get(path), field);
});
