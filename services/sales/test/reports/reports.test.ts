import { randomUUID } from 'node:crypto';
import { callWithin, readClientAccounts } from '@representa/contracts';
import { asEmpresa, asksForProblem, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let empresa: string;
let cliente: string;
let representada: string;
beforeAll(async () => {
  // The largest report takes a second alone, and production gives it 4; but here other tests run at the same time.
  service = await startSalesService(20_000);
  service.now.value = new Date('2026-11-20T15:00:00Z');
});
afterAll(() => service.stop());
beforeEach(() => {
  empresa = randomUUID();
  [cliente, representada] = [own('Mercado'), own('Indústria')] as [string, string];
});

const own = (nome: string, estado = 'SP'): string => service.own(empresa, { nome, comissao: 10, estado });
const read = (path: string, headers: object = {}) =>
  service.app.inject({ url: `/api/v1/reports/${path}`, headers: { ...asEmpresa(empresa), ...headers } });
const sell = (data: string, valorUnitario: number, changes: object = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/sales',
    headers: asEmpresa(empresa),
    payload: {
      clienteId: cliente,
      representadaId: representada,
      data,
      itens: [
        { produtoId: 'A', quantidade: 1, valorUnitario },
        { produtoId: 'B', quantidade: 1, valorUnitario: 1 },
      ],
      ...changes,
    },
  });
const report = async (por: string, range = 'de=2026-01-01&ate=2026-12-31') =>
  (await read(`sales?por=${por}&${range}`)).json().data;

test('sales by day, month, client, representada, product and status; cancelled ones apart', async () => {
  await sell('2026-01-31', 9);
  await sell('2026-02-01', 19);
  await sell('2026-02-01', 29, { status: 'Cancelado' });
  await sell('2025-12-31', 99);
  const twice = [9, 1].map((valorUnitario) => ({ produtoId: 'A', quantidade: 1, valorUnitario }));
  await sell('2024-05-05', 0, { itens: twice });
  const february = { vendas: 1, total: 20, media: 20, comissao: 2, canceladas: 1, total_cancelado: 30 };
  expect(await report('mes')).toMatchObject([
    { chave: '2026-01', vendas: 1, total: 10 },
    { chave: '2026-02', ...february },
  ]);
  expect(await report('dia', 'de=2026-02-01&ate=2026-02-01')).toMatchObject([{ chave: '2026-02-01', ...february }]);
  const all = { vendas: 2, total: 30, media: 15, comissao: 3, canceladas: 1, total_cancelado: 30 };
  expect(await report('cliente')).toEqual([{ chave: cliente, nome: 'Mercado', ...all }]);
  expect(await report('representada')).toEqual([{ chave: representada, nome: 'Indústria', ...all }]);
  expect(await report('produto')).toMatchObject([
    { chave: 'A', vendas: 2, total: 28, comissao: 2.8, canceladas: 1, total_cancelado: 29 },
    { chave: 'B', vendas: 2, total: 2, comissao: 0.2 },
  ]);
  expect(await report('status')).toMatchObject([
    { chave: 'PAGA', vendas: 2, total: 30 },
    { chave: 'Cancelado', vendas: 0, total: 0, media: 0, canceladas: 1 },
  ]);
  expect(await report('produto', 'de=2024-05-05&ate=2024-05-05')).toMatchObject([{ chave: 'A', vendas: 1, total: 10 }]);
  const csv = await read('sales?por=mes&de=2026-01-01&ate=2026-01-31&formato=csv');
  expect(csv.body).toBe(
    '\uFEFFchave;nome;vendas;total;media;comissao;canceladas;total_cancelado\r\n2026-01;2026-01;1;10,00;10,00;1,00;0;0,00\r\n',
  );
  empresa = randomUUID();
  expect(await report('mes')).toEqual([]);
  const bad = [
    'sales?por=x&de=2026-01-01&ate=2026-01-01',
    'sales?por=dia',
    'sales?por=dia&de=2026-01-02&ate=2026-01-01',
    'sales?por=dia&de=0000-01-01&ate=2026-01-01',
    'sales?por=produto&de=2024-01-01&ate=2025-01-01',
    'clients?sem_compra_ha=-1',
  ];
  for (const path of bad) expect((await read(path)).statusCode, path).toBe(400);
  expect((await read('sales?por=produto&de=2024-01-01&ate=2024-12-31')).statusCode).toBe(200);
});

test('by product, with the names that products have now', async () => {
  const range = 'por=produto&de=2026-01-01&ate=2026-12-31';
  await sell('2026-01-31', 9.5);
  service.own(empresa, { nome: 'Café; "bom"' }, 'A' as never);
  expect((await read(`sales?${range}`)).json().data).toMatchObject([
    { chave: 'A', nome: 'A', produto_nome: 'Café; "bom"', vendas: 1 },
    { chave: 'B', nome: 'B', produto_nome: null },
  ]);
  expect((await read(`sales?${range}&formato=csv`)).body.split('\r\n')).toEqual([
    '\uFEFFchave;nome;produto_nome;vendas;total;media;comissao;canceladas;total_cancelado',
    'A;A;"Café; ""bom""";1;9,50;9,50;0,95;0;0,00',
    'B;B;;1;1,00;1,00;0,10;0;0,00',
    '',
  ]);
  expect((await report('mes'))[0]).not.toHaveProperty('produto_nome');
});

test('by product, more names than fit into one question', async () => {
  const itens = (from: number) =>
    Array.from({ length: 1_000 }, (_, n) => ({ produtoId: `P-${from + n}`, quantidade: 1, valorUnitario: 1 }));
  for (const from of [0, 1_000, 1_500]) await sell('2026-03-03', 0, { itens: itens(from) });
  service.own(empresa, { nome: 'Último' }, 'P-2499' as never);
  const rows = await report('produto');
  expect(rows).toHaveLength(2_500);
  expect(rows.filter(({ produto_nome }: { produto_nome: string | null }) => produto_nome !== null)).toMatchObject([
    { chave: 'P-2499', produto_nome: 'Último' },
  ]);
});

test('who stopped buying: last purchase, usual interval, total of twelve months', async () => {
  for (const data of ['2025-06-01', '2026-06-01', '2026-07-01']) await sell(data, 9);
  cliente = own('Ativo');
  await sell('2026-11-01', 99);
  cliente = own('Único');
  await sell('2026-09-20', 4);
  expect((await read('clients?sem_compra_ha=60')).json().data).toEqual([
    {
      cliente_id: expect.any(String),
      cliente_nome: 'Mercado',
      ultima_compra: '2026-07-01',
      dias_sem_compra: 142,
      intervalo_medio: 30,
      total_12_meses: 20,
    },
    expect.objectContaining({ cliente_nome: 'Único', intervalo_medio: null, dias_sem_compra: 61 }),
  ]);
  expect((await read('clients?sem_compra_ha=61')).json().data).toHaveLength(1);
});

test('who stopped buying: a purchase of exactly a year ago is of the year before; one of so many days ago is not long ago', async () => {
  for (const data of ['2025-07-01', '2025-07-02']) await sell(data, 9);
  await sell('2025-11-20', 99);
  await sell('2025-11-21', 19);
  await sell('2026-07-01', 9);
  expect((await read('clients?sem_compra_ha=141')).json().data).toMatchObject([
    // From 2025-07-02 to 2026-07-01, and since 2025-11-21.
    { dias_sem_compra: 142, intervalo_medio: 121.3, total_12_meses: 30 },
  ]);
  expect((await read('clients?sem_compra_ha=142')).json().data).toEqual([]);
});

test('who stopped buying: cancelled purchases do not count', async () => {
  await sell('2026-05-01', 9);
  await sell('2026-11-19', 9, { status: 'Cancelado' });
  cliente = own('Só cancelou');
  await sell('2026-05-01', 9, { status: 'CANCELADA' });
  expect((await read('clients?sem_compra_ha=60')).json().data).toMatchObject([
    { cliente_nome: 'Mercado', ultima_compra: '2026-05-01', intervalo_medio: null, total_12_meses: 10 },
  ]);
});

test('sales by the state in which their clients are now', async () => {
  await sell('2026-03-01', 9);
  const moving = own('Mudou', 'RJ');
  cliente = moving;
  await sell('2026-03-02', 19.01);
  await sell('2026-03-03', 19, { status: 'Cancelado' });
  cliente = own('Outro', 'SP');
  await sell('2026-03-04', 99);
  await sell('2025-03-04', 99);
  const rio = { vendas: 1, total: 20.01, media: 20.01, comissao: 2, canceladas: 1, total_cancelado: 20 };
  const saoPaulo = { vendas: 2, total: 110, media: 55, comissao: 11, canceladas: 0, total_cancelado: 0 };
  expect(await report('estado')).toEqual([
    { chave: 'SP', nome: 'SP', ...saoPaulo },
    { chave: 'RJ', nome: 'RJ', ...rio },
  ]);
  Object.assign(service.existing.get(`${empresa} ${moving}`) as object, { estado: 'SP' });
  expect(await report('estado')).toEqual([
    {
      chave: 'SP',
      nome: 'SP',
      vendas: 3,
      total: 130.01,
      media: 43.34,
      comissao: 13,
      canceladas: 1,
      total_cancelado: 20,
    },
  ]);
});

test('reports of more than 10,000 rows, or 50,000 clients by state, are refused, not cut', async () => {
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  const addClients = (from: number, to: number) => admin`
    insert into sales.sale
      (empresa_id, id, pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, change)
    select ${empresa}, gen_random_uuid(), 'N-' || n, '2026-05-05', gen_random_uuid(), ${representada}, 'PAGA', 1, now(),
      now(), n
    from generate_series(${from}::int, ${to}::int) n`;
  await addClients(1, 10_000);
  expect(await report('cliente')).toHaveLength(10_000);
  expect((await read('clients?sem_compra_ha=60')).json().data).toHaveLength(10_000);
  await addClients(10_001, 10_001);
  for (const path of ['sales?por=cliente&de=2026-01-01&ate=2026-12-31', 'clients?sem_compra_ha=60']) {
    const answer = await read(path);
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('mais de 10.000')]);
  }
  expect((await read('sales?por=cliente&de=2026-01-01&ate=2026-12-31', asksForProblem)).json()).toMatchObject({
    codigo: 'report.too_long',
  });
  expect(await report('mes')).toMatchObject([{ vendas: 10_001 }]);
  await addClients(10_002, 50_001);
  const byState = await read('sales?por=estado&de=2026-01-01&ate=2026-12-31');
  expect([byState.statusCode, byState.json().error]).toEqual([400, expect.stringContaining('mais de 50.000 clientes')]);
  expect((await read('clients?sem_compra_ha=60', asksForProblem)).json().codigo).toBe('report.too_many_clients');
});

test('a summary of more than 10,000 representadas is refused', async () => {
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  const addRepresentadas = (count: number) => admin`
    insert into sales.commission_part
      (empresa_id, origem_id, parte, representada_id, vencimento, percentual, base, prevista, devida, paga)
    select ${empresa}, gen_random_uuid(), 1, gen_random_uuid(), '2026-05-05', 5, 100, 0, 5, 0
    from generate_series(1, ${count}::int)`;
  const summary = (headers: object = {}) =>
    service.app.inject({
      url: '/api/v1/commissions/summary?mes=2026-05',
      headers: { ...asEmpresa(empresa), ...headers },
    });
  await addRepresentadas(10_000);
  expect((await summary()).json().data.representadas).toHaveLength(10_000);
  await addRepresentadas(1);
  const refused = await summary();
  expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringContaining('mais de 10.000')]);
  expect((await summary(asksForProblem)).json().codigo).toBe('commission.summary_too_long');
});

test('a company has two reports at a time, also of commissions; other companies have theirs', async () => {
  const path = 'sales?por=mes&de=2026-01-01&ate=2026-12-31';
  const admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  // Reports wait for this lock.
  await admin.begin(async (transaction) => {
    await transaction`lock table sales.sale in access exclusive mode`;
    const running = [read(path), read('clients?sem_compra_ha=60')];
    await until('both are running', async () => {
      const [{ waiting }] = await transaction<[{ waiting: number }]>`
        select count(*)::int as waiting from pg_locks
        where not granted and relation = 'sales.sale'::regclass and database = (
          select oid from pg_database where datname = current_database())`;
      return waiting === 2;
    });
    const refused = await read(path);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '1',
      { error: 'Já há relatórios demais desta empresa em andamento' },
    ]);
    const termination = `termination?representada_id=${randomUUID()}&inicio=2020-01-01&data=2026-01-01`;
    for (const other of ['summary', termination]) {
      const url = `/api/v1/commissions/${other}`;
      expect((await service.app.inject({ url, headers: asEmpresa(empresa) })).statusCode).toBe(429);
    }
    const own = empresa;
    empresa = randomUUID();
    running.push(read(path));
    empresa = own;
    await transaction`rollback and chain`;
    expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
  for (let n = 0; n < 5; n++) {
    expect((await read(path)).statusCode).toBe(200);
    const summary = await service.app.inject({ url: '/api/v1/commissions/summary', headers: asEmpresa(empresa) });
    expect(summary.statusCode).toBe(200);
  }
});

test('tells clients what was bought last and what is open', async () => {
  const [first, second, none] = [cliente, own('Outro'), randomUUID()];
  await sell('2026-03-01', 9);
  await sell('2026-02-01', 99, { status: 'Pedido' });
  await sell('2026-05-01', 999, { status: 'Cancelado' });
  cliente = second;
  const { id } = (await sell('2026-04-01', 29, { status: 'Pedido' })).json().data;
  const ask = () =>
    service.clients.ask(readClientAccounts, { empresa_id: empresa, ids: [second, none, first] }, callWithin(2_000));
  const ofFirst = { ultima_compra: '2026-03-01', aberto: 100 };
  const ofNone = { ultima_compra: null, aberto: 0 };
  expect(await ask()).toEqual([{ ultima_compra: '2026-04-01', aberto: 30 }, ofNone, ofFirst]);
  const receipt = { valor: 10.01, data: '2026-04-02' };
  const url = `/api/v1/sales/${id}`;
  const headers = asEmpresa(empresa);
  await service.app.inject({ method: 'POST', url: `${url}/receipts`, headers, payload: receipt });
  expect(await ask()).toEqual([{ ultima_compra: '2026-04-01', aberto: 19.99 }, ofNone, ofFirst]);
  await service.app.inject({ method: 'PUT', url, headers, payload: { status: 'PAGA' } });
  expect(await ask()).toEqual([{ ultima_compra: '2026-04-01', aberto: 0 }, ofNone, ofFirst]);
  await service.app.inject({ method: 'PUT', url, headers, payload: { status: 'CANCELADA' } });
  expect(await ask()).toEqual([ofNone, ofNone, ofFirst]);
});

test('sales by state or product are a 503 while the service that is asked does not answer', async () => {
  await sell('2026-03-01', 9);
  const range = 'de=2026-01-01&ate=2026-12-31';
  await service.catalog.close();
  expect((await read(`sales?por=produto&${range}`)).statusCode).toBe(503);
  expect((await read(`sales?por=estado&${range}`)).statusCode).toBe(200);
  await service.clients.close();
  expect((await read(`sales?por=estado&${range}`)).statusCode).toBe(503);
  expect((await read(`sales?por=cliente&${range}`)).statusCode).toBe(200);
});
