import { randomUUID } from 'node:crypto';
import { asEmpresa, saleBody } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let empresa: string;
let cliente: string;
let representada: string;

beforeAll(async () => {
  service = await startSalesService();
});
afterAll(() => service.stop());

const own = (nome: string): string => service.own(empresa, { nome });

beforeEach(() => {
  service.now.value = new Date();
  empresa = randomUUID();
  cliente = own('Mercado São José');
  representada = own('Indústria Aurora');
});

const post = (payload: unknown, headers = asEmpresa(empresa)) =>
  service.app.inject({ method: 'POST', url: '/api/v1/sales', headers, payload: payload as object });
const list = (query = '', headers = asEmpresa(empresa)) =>
  service.app.inject({ method: 'GET', url: `/api/v1/sales${query}`, headers });
const remove = (id: string, headers = asEmpresa(empresa)) =>
  service.app.inject({ method: 'DELETE', url: `/api/v1/sales/${id}`, headers });

describe('creating a sale', () => {
  test('computes every total exactly and answers with the whole sale', async () => {
    const answer = await post({
      ...saleBody(cliente, representada),
      valor_total: 1,
      data: '2026-01-15',
      pedido: ' A-1 ',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        pedido: 'A-1',
        data: '2026-01-15',
        cliente_id: cliente,
        representada_id: representada,
        status: 'PAGA',
        valor_total: 11.28,
        itens: [
          { produto_id: 'CAFE-500', quantidade: 3, valor_unitario: 0.1, valor_total: 0.3 },
          { produto_id: 'ACUCAR-1', quantidade: 2.5, valor_unitario: 4.39, valor_total: 10.98 },
        ],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  test('shows ids as lists do, however they are written', async () => {
    const answer = await post(saleBody(cliente.toUpperCase(), representada.toUpperCase()));
    const { id, cliente_id, representada_id } = answer.json().data;
    expect([cliente_id, representada_id]).toEqual([cliente, representada]);
    expect((await list()).json().data).toMatchObject([{ id, cliente_id, representada_id }]);
  });

  test('numbers the orders of a company and year without gaps, also when many come at once', async () => {
    service.now.value = new Date('2027-01-01T02:00:00Z'); // New Year's Eve where the company is
    const answers = await Promise.all(Array.from({ length: 40 }, () => post(saleBody(cliente, representada))));
    const codes = answers.map((answer) => answer.json().data.pedido).sort();
    expect(codes).toEqual(Array.from({ length: 40 }, (_, i) => `PED-2026-${String(i + 1).padStart(4, '0')}`));
    service.now.value = new Date('2027-01-01T04:00:00Z');
    expect((await post(saleBody(cliente, representada))).json().data.pedido).toBe('PED-2027-0001');
  });

  test('skips a code that a caller took, and refuses it a second time', async () => {
    const year = service.now.value.getUTCFullYear();
    await post(saleBody(cliente, representada, { pedido: `PED-${year}-0002` }));
    const codes = [await post(saleBody(cliente, representada)), await post(saleBody(cliente, representada))];
    expect(codes.map((answer) => answer.json().data.pedido)).toEqual([`PED-${year}-0001`, `PED-${year}-0003`]);
    const taken = await post(saleBody(cliente, representada, { pedido: `PED-${year}-0002` }));
    expect([taken.statusCode, taken.json()]).toEqual([409, { error: 'Já existe uma venda com este pedido' }]);
  });

  test('finds the next free code behind thousands that callers chose', async () => {
    const year = service.now.value.getUTCFullYear();
    await post(saleBody(cliente, representada, { pedido: `PED-${year}-0001` }));
    const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
    await admin`
      insert into sales.sale (empresa_id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, change)
      select empresa_id, ${`PED-${year}-`} || lpad(n::text, greatest(4, length(n::text)), '0'), data, cliente_id, representada_id,
        status, valor_total, created_at, created_at, 1 + n
      from sales.sale cross join generate_series(2, 50000) n where empresa_id = ${empresa}`;
    await admin.end();
    const answer = await post(saleBody(cliente, representada));
    expect([answer.statusCode, answer.json().data?.pedido]).toEqual([201, `PED-${year}-50001`]);
    expect((await post(saleBody(cliente, representada))).json().data.pedido).toBe(`PED-${year}-50002`);
  });

  test('grows the code beyond four digits', async () => {
    const admin = postgres(service.stack.adminUrl, { max: 1 });
    await admin`insert into sales.sale_counter values (${empresa}, ${service.now.value.getUTCFullYear()}, 0, 9999)`;
    await admin.end();
    expect((await post(saleBody(cliente, representada))).json().data.pedido).toMatch(/^PED-\d{4}-10000$/);
  });

  test.each([
    ['a client nobody knows', { clienteId: randomUUID() }, 404, 'Cliente não encontrado ou inativo'],
    ['a representada nobody knows', { representadaId: randomUUID() }, 404, 'Representada não encontrada'],
    [
      'a quantity of zero',
      { itens: [{ produtoId: 'A', quantidade: 0, valorUnitario: 1 }] },
      400,
      'Quantidade deve ser maior que zero',
    ],
    ['no items', { itens: [] }, 400, 'Dados de entrada inválidos'],
    ['a date to come', { data: '2999-01-01' }, 400, 'Dados de entrada inválidos'],
    [
      'a total beyond the column',
      { itens: [{ produtoId: 'A', quantidade: 999_999_999, valorUnitario: 999_999_999 }] },
      400,
      'Dados de entrada inválidos',
    ],
  ])('refuses %s', async (_, changes, status, error) => {
    const answer = await post(saleBody(cliente, representada, changes));
    expect([answer.statusCode, answer.json().error]).toEqual([status, error]);
    expect((await list()).json().total).toBe(0);
  });

  test('names the field of a date to come', async () => {
    const answer = await post(saleBody(cliente, representada, { data: '2999-01-01' }));
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Dados de entrada inválidos', details: { data: 'A data não pode ser futura' } },
    ]);
  });

  test('refuses an inactive client', async () => {
    service.own(empresa, { ativo: false }, cliente);
    expect((await post(saleBody(cliente, representada))).json()).toEqual({
      error: 'Cliente não encontrado ou inativo',
    });
  });

  test('does not find what belongs to another company', async () => {
    const answer = await post(saleBody(cliente, representada), asEmpresa());
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Cliente não encontrado ou inativo' }]);
  });

  test('tells every fault at once, by its path', async () => {
    const answer = await post({ clienteId: cliente, itens: [{ quantidade: -1, valorUnitario: 'x' }] });
    expect(answer.json()).toEqual({
      error: 'Dados de entrada inválidos',
      details: {
        representadaId: 'Campo obrigatório',
        'itens.0.produtoId': 'Campo obrigatório',
        'itens.0.quantidade': 'Quantidade deve ser maior que zero',
        'itens.0.valorUnitario': 'Deve ser um número',
      },
    });
  });

  test('tells the first 100 faults', async () => {
    const answer = await post(saleBody(cliente, representada, { itens: Array(1_000).fill({}) }));
    const told = Object.keys(answer.json().details);
    expect([answer.statusCode, told.length, told[0]]).toEqual([400, 100, 'itens.0.produtoId']);
  });

  test('tells a future date beside a fault of the schema', async () => {
    const item = { produtoId: 'SKU-1', quantidade: 0, valorUnitario: 1 };
    const answer = await post({ ...saleBody(cliente, representada), data: '2999-01-01', itens: [item] });
    expect(answer.json()).toEqual({
      error: 'Dados de entrada inválidos',
      details: {
        'itens.0.quantidade': 'Quantidade deve ser maior que zero',
        data: 'A data não pode ser futura',
      },
    });
  });

  const data = '2999-01-01';
  test.each([
    ['a change of a sale', 'PUT', `sales/${randomUUID()}`, { data, pedido: '' }],
    ['a receipt', 'POST', `sales/${randomUUID()}/receipts`, { data, valor: 0 }],
    ['a payment', 'POST', 'commissions/payments', { data, valor: 0 }],
    ['a reconciliation', 'POST', `commissions/reconcile?data=${data}`, undefined],
  ] as const)('so does %s', async (_what, method, path, payload) => {
    const url = `/api/v1/${path}`;
    const answer = await service.app.inject({ method, url, headers: asEmpresa(empresa), ...(payload && { payload }) });
    const { details } = answer.json();
    expect(details.length).toBeGreaterThan(1);
    expect(details).toContainEqual({ code: 'custom', message: 'A data não pode ser futura', path: ['data'] });
  });
});

describe('listing sales', () => {
  test('shows the newest first, with names, without items, page by page', async () => {
    const created: string[] = [];
    for (let i = 0; i < 5; i += 1) created.unshift((await post(saleBody(cliente, representada))).json().data.id);
    const pages = await Promise.all([list('?limit=2'), list('?limit=2&page=3'), list('?page=9')]);
    const [first, last, past] = pages.map((answer) => answer.json());
    expect(first).toEqual({ data: [expect.anything(), expect.anything()], page: 1, limit: 2, total: 5 });
    expect(first.data[0]).toEqual({
      id: created[0],
      pedido: expect.any(String),
      data: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      cliente_id: cliente,
      cliente_nome: 'Mercado São José',
      representada_id: representada,
      representada_nome: 'Indústria Aurora',
      status: 'PAGA',
      valor_total: 11.28,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(last.data.map(({ id }: { id: string }) => id)).toEqual([created[4]]);
    expect(past).toEqual({ data: [], page: 9, limit: 20, total: 5 });
  });

  test('shows a deep page like any other', async () => {
    await post(saleBody(cliente, representada));
    const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
    await admin`
      insert into sales.sale (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, change)
      select empresa_id, uuidv7(interval '-1 day'), 'A-' || n, data, cliente_id, representada_id, status, n, created_at, created_at, 100 + n
      from sales.sale cross join generate_series(1, 2500) n where empresa_id = ${empresa}`;
    await admin`update sales.sale_counter set total = total + 2500 where empresa_id = ${empresa}`;
    const all = await admin<{ id: string; pedido: string }[]>`
      select id, pedido from sales.sale where empresa_id = ${empresa} order by id desc`;
    const summaries = all.map(({ id, pedido }) =>
      expect.objectContaining({ id, pedido, cliente_nome: 'Mercado São José', representada_nome: 'Indústria Aurora' }),
    );
    for (const page of [1, 20, 21, 22, 25, 26, 27]) {
      const data = summaries.slice((page - 1) * 100, page * 100);
      expect((await list(`?limit=100&page=${page}`)).json()).toEqual({ data, page, limit: 100, total: 2501 });
    }
    await admin.end();
  });

  test('is empty for another company', async () => {
    await post(saleBody(cliente, representada));
    expect((await list('', asEmpresa())).json()).toEqual({ data: [], page: 1, limit: 20, total: 0 });
  });
});

describe('reading a sale', () => {
  test('shows what its creation answered, the names and updated_at, to its company only', async () => {
    const created = (await post(saleBody(cliente, representada))).json();
    const read = (headers = asEmpresa(empresa)) =>
      service.app.inject({ url: `/api/v1/sales/${created.data.id}`, headers });
    const { created_at } = created.data;
    const more = { cliente_nome: 'Mercado São José', representada_nome: 'Indústria Aurora', updated_at: created_at };
    expect((await read()).json()).toEqual({ success: true, data: { ...created.data, ...more } });
    const stranger = await read(asEmpresa());
    expect([stranger.statusCode, stranger.json()]).toEqual([404, { error: 'Venda não encontrada' }]);
  });
});

describe('deleting a sale', () => {
  test('takes its items with it, once, and only for its company', async () => {
    const { id } = (await post(saleBody(cliente, representada))).json().data;
    expect((await remove(id, asEmpresa())).statusCode).toBe(404);
    const answers = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
    expect((await list()).json().total).toBe(0);
    const admin = postgres(service.stack.adminUrl, { max: 1 });
    expect(await admin`select from sales.sale_item where empresa_id = ${empresa}`).toHaveLength(0);
    await admin.end();
  });

  test.each(['not-a-uuid', randomUUID(), '%00'])('does not find %s', async (id) => {
    const answer = await remove(id);
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Venda não encontrada' }]);
  });
});

test.each(['{', '{}'])('an address that leads nowhere is not found, whatever is sent there', async (payload) => {
  const headers = { ...asEmpresa(empresa), 'content-type': 'application/json' };
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/sales/x/y', headers, payload });
  expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Rota não encontrada' }]);
});

test('a request that did not come through the gateway is refused', async () => {
  const answer = await list('', { ...asEmpresa(empresa), 'x-gateway-secret': 'guess' });
  expect(answer.statusCode).toBe(401);
  expect((await list('', {})).statusCode).toBe(401);
});
