import { randomUUID } from 'node:crypto';
import { allEmpresas, callWithin, loadIndex, readAudit } from '@representa/contracts';
import { connectPostgres } from '@representa/postgres';
import type { RequestCall } from '@representa/service-kit';
import { asEmpresa, asksForProblem, brokenRules, until } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makePaymentsRepository } from '../../src/payments/payments.repository.ts';
import { makeComputeTermination } from '../../src/termination/compute-termination.ts';
import { makeTerminationRepository } from '../../src/termination/termination.repository.ts';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let admin: Sql;
let empresa: string;
let cliente: string;
let representada: string;

beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, {
    max: 1,
    onnotice: () => {},
    connection: { search_path: 'sales, extensions' },
  });
  empresa = randomUUID();
  const body = { clienteId: own({}), representadaId: own({}), itens: [item(1)] };
  await until('the first sale is made, which takes longest', async () => {
    return (await send('POST', '/sales', body)).status === 201;
  });
});
afterAll(async () => {
  expect(await brokenRules(admin, /commission|receipt/)).toEqual([]);
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  service.now.value = new Date('2026-11-20T15:00:00Z');
  empresa = randomUUID();
  cliente = own({ nome: 'Mercado' });
  representada = own({ nome: 'Indústria', comissao: 5 });
});

const own = (record: object): string => service.own(empresa, record);
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers: object = {}) => {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...asEmpresa(empresa), ...headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const item = (valorUnitario: number, produtoId = 'A') => ({ produtoId, quantidade: 1, valorUnitario });
const sell = async (changes: object = {}) => {
  const body = { clienteId: cliente, representadaId: representada, data: '2026-11-10', itens: [item(100)], ...changes };
  const { status, body: answer } = await send('POST', '/sales', body);
  expect([status, answer.error]).toEqual([201, undefined]);
  return answer.data;
};
const receive = (id: string, body: object, headers: object = {}) =>
  send('POST', `/sales/${id}/receipts`, body, headers);
const list = async (query = '') => (await send('GET', `/commissions${query}`)).body.data;
const summary = async (mes: string) => (await send('GET', `/commissions/summary?mes=${mes}`)).body.data.representadas;
const pay = (body: object) => send('POST', '/commissions/payments', { representada_id: representada, ...body });
const states = async (query = '') =>
  (await list(query)).map(({ situacao, valor, vencimento }: Record<string, unknown>) => [situacao, valor, vencimento]);

describe('rates', () => {
  test("a product's own rate wins; rounding is half up per item; later changes of rates touch no sale", async () => {
    representada = own({
      comissao: 3.333333,
      comissoes: [
        ['B', 10],
        ['C', 0],
      ],
    });
    const sale = await sell({ itens: [item(0.5, 'A'), item(0.25, 'B'), item(70, 'C'), item(0.45, 'B')] });
    // 0.0166… → 0.02; 0.025 → 0.03; 0; 0.045 → 0.05
    expect(await list()).toMatchObject([{ sale_id: sale.id, valor: 0.1, base: 71.2, percentual: 0.140449 }]);
    service.own(empresa, { comissao: 50 }, representada);
    expect(await list()).toMatchObject([{ valor: 0.1 }]);
  });

  test('a contract caller sees nothing of it', async () => {
    const sale = await sell({ status: 'Pedido' });
    const members = [
      'id',
      'pedido',
      'data',
      'cliente_id',
      'representada_id',
      'status',
      'valor_total',
      'itens',
      'created_at',
    ];
    expect(Object.keys(sale).sort()).toEqual(members.sort());
    expect(Object.keys(sale.itens[0])).toEqual(['produto_id', 'quantidade', 'valor_unitario', 'valor_total']);
  });

  test('new items of a changed sale: known products keep their rate, new ones have their own or the old rate', async () => {
    representada = own({ comissao: 5, comissoes: [['B', 10]] });
    const { id } = await sell({ status: 'Pedido', itens: [item(100, 'A'), item(100, 'B')] });
    const later = {
      comissao: 50,
      comissoes: [
        ['A', 90],
        ['B', 90],
        ['C', 20],
        ['__proto__', 20],
      ],
    };
    service.own(empresa, later as object, representada);
    const itens = ['A', 'B', 'C', 'D', '__proto__'].map((produto) => item(100, produto));
    expect((await send('PUT', `/sales/${id}`, { itens })).status).toBe(200);
    expect(await states()).toEqual([['prevista', 60, '2026-12-15']]);
  });

  test('totals at the limit and zero rates', async () => {
    representada = own({ comissao: 100 });
    await sell({ itens: [{ produtoId: 'A', quantidade: 9999.99, valorUnitario: 999_999_999 }] });
    expect((await list())[0].valor).toBe(9_999_989_990_000.01);
    representada = own({ comissao: 0 });
    const { id } = await sell();
    expect(await list(`?sale_id=${id}`)).toEqual([]);
  });
});

test('a rate that rounds to zero breaks no rule of consistency', async () => {
  representada = own({ comissao: 0, comissoes: [['B', 100]] });
  const { id } = await sell({ itens: [item(900_000_000), item(0.01, 'B')] });
  expect(await list(`?sale_id=${id}`)).toMatchObject([{ valor: 0.01, percentual: 0 }]);
  expect(await brokenRules(admin, /commission/)).toEqual([]);
});

describe('instalments and receipts', () => {
  const parcelas = [
    { vencimento: '2026-12-10', valor: 33.33 },
    { vencimento: '2027-01-10', valor: 33.33 },
    { vencimento: '2027-02-10', valor: 33.34 },
  ];

  test('a sale shows the instalments that it was given, and its replay too', async () => {
    const body = { clienteId: cliente, representadaId: representada, itens: [item(100)], parcelas, status: 'Pedido' };
    for (const replayed of [undefined, 'true']) {
      const { body: answer, headers } = await send('POST', '/sales', body, { 'idempotency-key': 'one' });
      expect([answer.data.parcelas, headers['idempotency-replayed']]).toEqual([parcelas, replayed]);
    }
    const [{ sale_id }] = await list();
    expect((await send('GET', `/sales/${sale_id}`)).body.data.parcelas).toEqual(parcelas);
    expect(await states()).toEqual([
      ['prevista', 1.67, '2027-01-15'],
      ['prevista', 1.66, '2027-02-15'],
      ['prevista', 1.67, '2027-03-15'],
    ]);
  });

  test('their sum is the total, also when the other side was stored before', async () => {
    const wrong = await send('POST', '/sales', {
      clienteId: cliente,
      representadaId: representada,
      itens: [item(99)],
      parcelas,
    });
    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      { parcelas: 'A soma das parcelas deve ser o total da venda' },
    ]);
    const { id } = await sell({ status: 'Pedido', parcelas });
    // Its commission would be due in the year 10000.
    const distant = [{ vencimento: '9999-12-31', valor: 100 }];
    expect((await send('PUT', `/sales/${id}`, { parcelas: distant })).status).toBe(400);
    for (const changes of [{ itens: [item(90)] }, { parcelas: [parcelas[0]] }]) {
      const { status, body } = await send('PUT', `/sales/${id}`, changes);
      expect([status, body.error, body.details]).toEqual([
        400,
        'Dados de entrada inválidos',
        [{ code: 'custom', message: 'A soma das parcelas deve ser o total da venda', path: ['parcelas'] }],
      ]);
    }
    const both = { itens: [item(90)], parcelas: [{ vencimento: '2026-12-01', valor: 90 }] };
    expect((await send('PUT', `/sales/${id}`, both)).body.data.parcelas).toEqual(both.parcelas);
    expect((await send('PUT', `/sales/${id}`, { parcelas: null })).body.data.parcelas).toBeUndefined();
    expect(await states()).toEqual([['prevista', 4.5, '2026-12-15']]);
  });

  test('are set later, also of an invoiced sale, while nothing was received', async () => {
    const { id } = await sell({ status: 'Faturado' });
    expect((await send('PUT', `/sales/${id}`, { parcelas })).body.data.parcelas).toEqual(parcelas);
    expect(await states()).toEqual([
      ['prevista', 1.67, '2027-01-15'],
      ['prevista', 1.66, '2027-02-15'],
      ['prevista', 1.67, '2027-03-15'],
    ]);
    for (const changes of [{ itens: [item(200)] }, { data: '2026-11-01' }])
      expect((await send('PUT', `/sales/${id}`, changes)).status).toBe(409);
    await receive(id, { valor: 1 });
    expect((await send('PUT', `/sales/${id}`, { parcelas: null })).status).toBe(409);
    // As they are, with their keys in another order than PostgreSQL keeps.
    for (const same of [parcelas, parcelas.map(({ vencimento, valor }) => ({ valor, vencimento }))])
      expect((await send('PUT', `/sales/${id}`, { parcelas: same })).status).toBe(200);
    await send('PUT', `/sales/${id}`, { status: 'Cancelado' });
    expect((await send('PUT', `/sales/${id}`, { parcelas, itens: [item(100)] })).status).toBe(200);
    expect((await send('PUT', `/sales/${id}`, { parcelas: null })).body.details).toEqual({
      campo: 'parcelas',
      status: 'Cancelado',
    });
  });

  test('of an invoiced sale whose commission is due and paid change no commission', async () => {
    representada = own({ comissao: 5, comissao_quando: 'faturamento' });
    const { id } = await sell({ status: 'Faturado' });
    await pay({ valor: 5 });
    const before = await list();
    expect(before).toMatchObject([{ situacao: 'paga' }]);
    expect((await send('PUT', `/sales/${id}`, { parcelas })).status).toBe(200);
    expect(await list()).toEqual(before);
  });

  test.each(['created', 'changed'])('a sale that was %s as PAGA by mistake is open again as Faturado', async (how) => {
    const { id } = await sell(how === 'created' ? {} : { status: 'Pedido' });
    if (how === 'changed') await send('PUT', `/sales/${id}`, { status: 'PAGA' });
    expect(await list()).toMatchObject([{ situacao: 'devida' }]);
    await pay({ valor: 5 });
    expect((await send('PUT', `/sales/${id}`, { status: 'Faturado' })).status).toBe(200);
    expect((await send('GET', `/sales/${id}/receipts`)).body.data).toMatchObject({ recebido: 0, aberto: 100 });
    expect(await states()).toEqual([['prevista', 5, expect.any(String)]]);
    expect((await send('GET', '/commissions/payments')).body.data).toMatchObject([{ credito: 5, alocacoes: 0 }]);
    expect((await receive(id, { valor: 100 })).status).toBe(201);
    expect(await list()).toMatchObject([{ situacao: 'devida', valor: 5 }]);
  });

  test.each([
    ['in one sum', {}],
    ['in instalments', { parcelas }],
  ])('of a sale %s that was PAGA by mistake, what its receipts cover stays received', async (_how, terms) => {
    const { id } = await sell({ status: 'Pedido', ...terms });
    const { body } = await receive(id, { valor: 40, data: '2026-11-12' });
    const parts = async () => (await list()).map(({ base, valor }: Record<string, number>) => [base, valor]).sort();
    const before = await parts();
    await send('PUT', `/sales/${id}`, { status: 'PAGA' });
    await pay({ valor: 5 });
    await send('PUT', `/sales/${id}`, { status: 'Faturado' });
    expect((await send('GET', `/sales/${id}/receipts`)).body.data).toMatchObject({ recebido: 40, aberto: 60 });
    expect(await parts()).toEqual(before);
    expect((await send('GET', '/commissions/payments')).body.data).toMatchObject([{ credito: 3 }]);
    expect((await receive(id, { valor: 60 })).status).toBe(201);
    expect((await receive(id, { valor: 0.01 })).status).toBe(409);
    await send('DELETE', `/commissions/payments/${(await send('GET', '/commissions/payments')).body.data[0].id}`);
    expect((await send('DELETE', `/sales/${id}/receipts/${body.data.id}`)).status).toBe(200);
    expect((await send('GET', `/sales/${id}/receipts`)).body.data).toMatchObject({ recebido: 60, aberto: 40 });
  });

  test('a commission that becomes due at once has the base of all instalments, also of those without a cent of it', async () => {
    representada = own({ comissao: 0.01 });
    const halves = [1, 2].map((month) => ({ vencimento: `2027-0${month}-10`, valor: 50 }));
    const { id } = await sell({ status: 'Pedido', parcelas: halves });
    await send('PUT', `/sales/${id}`, { status: 'PAGA' });
    expect(await list()).toMatchObject([{ situacao: 'devida', valor: 0.01, base: 100 }]);
  });

  test('a receipt pays the oldest open instalments, or the one it names, and makes its share due', async () => {
    const { id } = await sell({ status: 'Pedido', parcelas });
    const first = await receive(id, { valor: 40, data: '2026-11-12' });
    expect([first.status, first.body.data.parcelas]).toEqual([
      201,
      [
        { parcela: 1, valor: 33.33, comissao: 1.67 },
        { parcela: 2, valor: 6.67, comissao: 0.33 },
      ],
    ]);
    expect((await receive(id, { valor: 33.35, parcela: 3 })).status).toBe(409);
    expect((await receive(id, { valor: 0.01, parcela: 1 })).status).toBe(409);
    expect((await receive(id, { valor: 0.01, parcela: 4 })).body.error).toBe('A venda não tem esta parcela');
    expect((await receive(id, { valor: 33.34, parcela: 3 })).status).toBe(201);
    expect((await receive(id, { valor: 26.67 })).body.error).toBe('O valor é maior que o que está em aberto');
    expect((await receive(id, { valor: 26.66 })).status).toBe(201);
    const total = (await list()).reduce(
      (sum: number, { valor }: { valor: number }) => sum + Math.round(valor * 100),
      0,
    );
    expect(total).toBe(500);
    expect((await list('?situacao=prevista')).length).toBe(0);
    expect((await send('GET', `/sales/${id}/receipts`)).body.data).toMatchObject({ recebido: 100, aberto: 0 });
  });

  test('a cancelled sale has nothing open', async () => {
    const { id } = await sell({ status: 'Pedido' });
    expect((await send('PUT', `/sales/${id}`, { status: 'Cancelado' })).status).toBe(200);
    expect((await send('GET', `/sales/${id}/receipts`)).body.data).toMatchObject({ recebido: 0, aberto: 0 });
  });

  test('what may be left out may be null', async () => {
    const { id } = await sell({ status: 'Pedido' });
    expect((await receive(id, { valor: 1, data: null, parcela: null })).status).toBe(201);
    expect((await pay({ valor: 0.01, data: null, vendas: null })).status).toBe(201);
    const adjustment = { representada_id: representada, motivo: 'Acordo', valor: 1, vencimento: null };
    expect((await send('POST', '/commissions/adjustments', adjustment)).status).toBe(201);
  });

  test('a sale has at most 500 receipts', async () => {
    representada = own({ comissao: 0 });
    const { id } = await sell({ status: 'Pedido' });
    await receive(id, { valor: 0.01 });
    await admin`
      insert into sale_receipt (empresa_id, sale_id, id, parcela, data, valor, comissao)
      select empresa_id, sale_id, uuidv7(), parcela, data, valor, comissao
      from sale_receipt cross join generate_series(2, 499) where sale_id = ${id}`;
    await admin`
      update sale set recebido = 4.99 where id = ${id}`;
    const last = await receive(id, { valor: 0.01 });
    expect(last.status).toBe(201);
    const { status, body } = await receive(id, { valor: 0.01 });
    expect([status, body]).toEqual([409, { error: 'A venda já tem 500 recebimentos' }]);
    expect((await receive(id, { valor: 0.01 }, asksForProblem)).body.codigo).toBe('receipt.too_many');
    expect((await send('GET', `/sales/${id}/receipts`)).body.data.recebimentos).toHaveLength(500);
    expect((await send('DELETE', `/sales/${id}/receipts/${last.body.data.id}`)).status).toBe(200);
    expect((await receive(id, { valor: 0.01 })).status).toBe(201);
  });

  test('taking a receipt back makes its commission expected again; the history and the version show it', async () => {
    const { id } = await sell({ status: 'Pedido' });
    const before = await states();
    const { body } = await receive(id, { valor: 0.01, data: '2026-11-01' });
    expect((await send('PUT', `/sales/${id}`, { itens: [item(50)] })).body.error).toBe(
      'Itens, data e parcelas não mudam depois de um recebimento',
    );
    expect((await send('DELETE', `/sales/${id}/receipts/${body.data.id}`)).status).toBe(200);
    expect((await send('DELETE', `/sales/${id}/receipts/${body.data.id}`)).status).toBe(404);
    expect(await states()).toEqual(before);
    expect((await send('GET', `/sales/${id}`)).headers.etag).toBe('"3"');
    expect((await send('GET', `/sales/${id}/history`)).body.data).toMatchObject([
      { de: { recebido: 0.01 }, para: { recebido: 0 } },
      { de: { recebido: 0 }, para: { recebido: 0.01 } },
    ]);
  });

  test('a receipt and new items at the same time: one of them is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await sell({ status: 'Pedido' });
      const [received, changed] = await Promise.all([
        receive(id, { valor: 100 }),
        send('PUT', `/sales/${id}`, { itens: [item(50)] }),
      ]);
      expect([
        [201, 409],
        [400, 200],
        [409, 200],
      ]).toContainEqual([received.status, changed.status]);
    }
  });

  test('If-Match with another version of the sale keeps a receipt', async () => {
    const { id } = await sell({ status: 'Pedido' });
    const { body } = await receive(id, { valor: 1 });
    const remove = (tag: string) =>
      send('DELETE', `/sales/${id}/receipts/${body.data.id}`, undefined, { 'if-match': tag });
    for (const tag of ['"1"', '"3"', 'W/"2"']) expect((await remove(tag)).status).toBe(412);
    expect((await send('GET', `/sales/${id}/receipts`)).body.data.recebido).toBe(1);
    expect((await remove('"2"')).status).toBe(200);
    expect((await remove('"2"')).status).toBe(404);
  });

  test('120 instalments, one cent each time: no cent lost or made', async () => {
    const many = Array.from({ length: 120 }, (_, i) => ({
      vencimento: `20${30 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-28`,
      valor: 0.83,
    }));
    const { id } = await sell({ status: 'Pedido', itens: [item(99.6)], parcelas: many });
    for (let n = 0; n < 83; n++) expect((await receive(id, { valor: 0.01, parcela: 7 })).status).toBe(201);
    expect((await receive(id, { valor: 0.01, parcela: 7 })).status).toBe(409);
    const rows = (await list(`?sale_id=${id}&limit=100`)).concat();
    expect(rows.length).toBeGreaterThan(90);
    const [totals] = await admin`
      select sum(prevista + devida)::float as sum from sales.commission_part where empresa_id = ${empresa}`;
    expect(totals?.sum).toBe(4.98);
  });

  test('a paid sale counts as received in full on its date, and so does one whose status becomes paid', async () => {
    const paid = await sell();
    expect(await states()).toEqual([['devida', 5, '2026-12-15']]);
    const { recebimentos } = (await send('GET', `/sales/${paid.id}/receipts`)).body.data;
    expect(recebimentos).toMatchObject([{ id: paid.id, valor: 100, data: '2026-11-10', automatico: true }]);
    expect((await send('DELETE', `/sales/${paid.id}/receipts/${paid.id}`)).status).toBe(409);

    const later = await sell({ status: 'Pedido', data: '2026-08-31' });
    await receive(later.id, { valor: 10, data: '2026-09-01' });
    await send('PUT', `/sales/${later.id}`, { status: 'PAGA' });
    expect(await states(`?sale_id=${later.id}`)).toEqual([
      ['vencida', 0.5, '2026-10-15'],
      ['devida', 4.5, '2026-12-15'],
    ]);
    expect((await receive(later.id, { valor: 0.01 })).status).toBe(409);
  });

  test('the list shows the moments that the replies showed; that of an automatic receipt stays as it is', async () => {
    const created_at = async (id: string) =>
      (await send('GET', `/sales/${id}/receipts`)).body.data.recebimentos.map(
        (one: Record<string, unknown>) => one.created_at,
      );
    const open = await sell({ status: 'Pedido' });
    const shown = [];
    for (let n = 0; n < 12; n++) shown.push((await receive(open.id, { valor: 0.01 })).body.data.created_at);
    expect(await created_at(open.id)).toEqual(shown);

    const paid = await sell();
    await send('PUT', `/sales/${paid.id}`, { pedido: 'B' });
    expect(await created_at(paid.id)).toEqual([paid.created_at]);
    const { body } = await send('PUT', `/sales/${open.id}`, { status: 'PAGA' });
    await send('PUT', `/sales/${open.id}`, { pedido: 'C' });
    expect(await created_at(open.id)).toEqual([...shown, body.data.updated_at]);
  });

  test('bad input is a 400 with issues; an unknown sale and one of another company a 404', async () => {
    const { id } = await sell({ status: 'Pedido' });
    for (const body of [
      {},
      { valor: 0 },
      { valor: -1 },
      { valor: 0.001 },
      { valor: 1e-9 },
      { valor: '1' },
      { valor: 1e15 },
    ])
      expect((await receive(id, body)).status).toBe(400);
    for (const extra of [{ data: '2126-01-01' }, { data: 'x' }, { parcela: 0 }, { parcela: 1.5 }])
      expect((await receive(id, { valor: 1, ...extra })).status).toBe(400);
    empresa = randomUUID();
    expect((await receive(id, { valor: 1 })).body).toEqual({ error: 'Venda não encontrada' });
    expect((await send('GET', `/sales/${id}/receipts`)).status).toBe(404);
    expect((await send('DELETE', `/sales/${id}/receipts/${randomUUID()}`)).status).toBe(404);
  });
});

describe('the rule and the due date', () => {
  test('at invoicing: due when the order is invoiced, whatever the client pays', async () => {
    representada = own({ comissao: 5, comissao_quando: 'faturamento', comissao_dia: 31 });
    const { id } = await sell({ status: 'Pedido' });
    await receive(id, { valor: 50 });
    expect(await states()).toEqual([['prevista', 5, '2026-12-31']]);
    service.now.value = new Date('2027-01-31T12:00:00Z');
    await send('PUT', `/sales/${id}`, { status: 'Enviado' });
    expect(await states()).toEqual([['devida', 5, '2027-02-28']]);
    await send('PUT', `/sales/${id}`, { status: 'Entregue' });
    expect(await states()).toEqual([['devida', 5, '2027-02-28']]);
  });

  test("overdue the day after, in the company's time zone, with its days and without an invented correction", async () => {
    await sell();
    service.now.value = new Date('2026-12-16T02:59:00Z');
    expect(await list()).toMatchObject([{ situacao: 'devida' }]);
    service.now.value = new Date('2026-12-16T03:00:00Z');
    expect(await list()).toMatchObject([{ situacao: 'vencida', dias_atraso: 1 }]);
    expect((await list())[0]).not.toHaveProperty('fator');
    expect(await list('?situacao=vencida')).toHaveLength(1);
    expect(await list('?situacao=devida')).toHaveLength(0);
    expect(await summary('2026-12')).toMatchObject([{ devida: 0, vencida: 5 }]);
  });

  test('cancelling takes everything back; what was paid becomes credit', async () => {
    const { id } = await sell();
    await pay({ valor: 5 });
    expect((await send('DELETE', `/sales/${id}`)).body.error).toMatch(/já foi paga/);
    expect((await send('PUT', `/sales/${id}`, { status: 'Cancelado' })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await summary('2026-11')).toMatchObject([{ paga: 0, devida: 0, credito: 5 }]);
    await sell({ itens: [item(200)] });
    await pay({ valor: 5 });
    expect(await list()).toMatchObject([{ situacao: 'paga', valor: 10, pago: 10, pago_em: '2026-11-20' }]);
  });

  test('deleting a sale takes back what was not paid', async () => {
    const { id } = await sell();
    expect((await send('DELETE', `/sales/${id}`)).status).toBe(200);
    expect([await list(), await summary('2026-12')]).toEqual([[], []]);
  });
});

describe('payments', () => {
  test('of many commissions: the payment has the whole allocation, other replies its first hundred and how many there are', async () => {
    const parcelas = Array.from({ length: 120 }, () => ({ vencimento: '2026-11-10', valor: 1 }));
    const { id } = await sell({ status: 'Pedido', itens: [item(120)], parcelas });
    await receive(id, { valor: 120 });
    const made = (await pay({ valor: 6 })).body.data;
    expect([made.alocacao.length, made.alocacoes, made.credito]).toEqual([100, 120, 0]);
    expect((await send('GET', '/commissions/payments')).body.data).toEqual([made]);
    const { data } = (await send('GET', `/commissions/payments/${made.id}`)).body;
    expect(data.alocacao).toHaveLength(120);
    expect({ ...data, alocacao: data.alocacao.slice(0, 100) }).toEqual(made);
  });

  test('null stands for a reference that is left out', async () => {
    expect(await pay({ valor: 1, referencia: null })).toMatchObject({
      status: 201,
      body: { data: { referencia: '' } },
    });
  });

  test('go to the oldest due commissions, partly if need be, and the rest is credit', async () => {
    const [newer, older] = [await sell({ pedido: 'NEW' }), await sell({ pedido: 'OLD', data: '2026-09-10' })];
    const first = (await pay({ valor: 7, referencia: 'TED 1' })).body.data;
    expect(first).toMatchObject({
      valor: 7,
      credito: 0,
      referencia: 'TED 1',
      data: '2026-11-20',
      alocacao: expect.arrayContaining([
        { sale_id: older.id, pedido: 'OLD', parte: 1, valor: 5 },
        { sale_id: newer.id, pedido: 'NEW', parte: 1, valor: 2 },
      ]),
    });
    const second = (await pay({ valor: 10 })).body.data;
    expect(second).toMatchObject({ credito: 7, alocacao: [{ pedido: 'NEW', valor: 3 }] });
    expect(await states()).toEqual([
      ['paga', 5, '2026-10-15'],
      ['paga', 5, '2026-12-15'],
    ]);

    expect((await send('DELETE', `/commissions/payments/${first.id}`)).status).toBe(200);
    expect((await send('DELETE', `/commissions/payments/${first.id}`)).status).toBe(404);
    expect(await states()).toEqual([
      ['vencida', 5, '2026-10-15'],
      ['devida', 5, '2026-12-15'],
    ]);
    const { data } = (await send('GET', '/commissions/payments')).body;
    expect(data).toMatchObject([
      { id: second.id, credito: 7, estornado_em: null },
      { id: first.id, credito: 0, alocacao: [], estornado_em: expect.stringMatching(/Z$/) },
    ]);
  });

  test('have no version: only If-Match: * takes one back', async () => {
    const { id } = (await pay({ valor: 7 })).body.data;
    const remove = (tag: string) => send('DELETE', `/commissions/payments/${id}`, undefined, { 'if-match': tag });
    for (const tag of ['"1"', '"x"', 'W/"1"']) expect((await remove(tag)).status).toBe(412);
    expect((await send('GET', '/commissions/payments')).body.data).toMatchObject([{ estornado_em: null }]);
    expect((await remove('*')).status).toBe(200);
    expect((await remove('"1"')).status).toBe(404);
  });

  test('to named sales only; one without due commission is refused by its name', async () => {
    const [, named] = [await sell({ data: '2026-09-10' }), await sell()];
    expect((await pay({ valor: 9, vendas: [named.id] })).body.data).toMatchObject({
      credito: 4,
      alocacao: [{ sale_id: named.id, valor: 5 }],
    });
    const unknown = randomUUID();
    const due = await sell();
    const refused = await pay({ valor: 9, vendas: [named.id, due.id, unknown] });
    expect([refused.status, refused.body.details]).toEqual([
      409,
      [
        { code: 'custom', message: `O pedido ${named.pedido} não tem comissão devida`, path: ['vendas', named.id] },
        { code: 'custom', message: 'Venda não encontrada', path: ['vendas', unknown] },
      ],
    ]);
  });

  test('the credit of the oldest payment is spent first, also when it was recorded last', async () => {
    for (const data of ['2026-11-15', '2026-11-18', '2026-11-12']) await pay({ valor: 10, data });
    await sell({ itens: [item(300)] });
    expect((await pay({ valor: 0.01, data: '2026-11-19' })).body.data).toMatchObject({ credito: 0.01 });
    const left = (await send('GET', '/commissions/payments')).body.data.map(
      ({ data, credito }: Record<string, unknown>) => [data, credito],
    );
    expect(left).toEqual([
      ['2026-11-19', 0.01],
      ['2026-11-12', 0],
      ['2026-11-18', 10],
      ['2026-11-15', 5],
    ]);
  });

  test('to named sales, with the credit of earlier ones first', async () => {
    const first = await sell();
    await pay({ valor: 5 });
    await send('PUT', `/sales/${first.id}`, { status: 'Cancelado' });
    const [, named] = [await sell(), await sell()];
    await pay({ valor: 1, vendas: [named.id] });
    expect((await send('GET', '/commissions/payments')).body.data).toMatchObject([
      { valor: 1, credito: 1, alocacao: [] },
      { valor: 5, credito: 0, alocacao: [{ sale_id: named.id, valor: 5 }] },
    ]);
  });

  test('with an Idempotency-Key they are recorded once', async () => {
    await sell();
    const body = { representada_id: representada, valor: 1 };
    const [one, again] = [
      await send('POST', '/commissions/payments', body, { 'idempotency-key': 'p' }),
      await send('POST', '/commissions/payments', body, { 'idempotency-key': 'p' }),
    ];
    expect(again.body).toEqual(one.body);
    expect((await send('GET', '/commissions/payments')).body.data).toHaveLength(1);
  });

  test('pages by cursor; another company sees nothing', async () => {
    for (const valor of [1, 2, 3]) await pay({ valor });
    const page = (await send('GET', '/commissions/payments?limit=2')).body;
    expect(page.data.map(({ valor }: { valor: number }) => valor)).toEqual([3, 2]);
    const rest = (await send('GET', `/commissions/payments?limit=2&cursor=${page.next_cursor}`)).body;
    expect([rest.data.length, rest.next_cursor]).toEqual([1, null]);
    const { id } = page.data[0];
    empresa = randomUUID();
    expect((await send('GET', '/commissions/payments')).body.data).toEqual([]);
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await send(method, `/commissions/payments/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Pagamento não encontrado' },
      });
    }
    expect((await pay({ valor: 1 })).body).toEqual({ error: 'Representada não encontrada' });
  });

  test('adjustments are due parts of their own; a negative one adds to what can be paid', async () => {
    await sell();
    const adjust = (body: object) =>
      send('POST', '/commissions/adjustments', { representada_id: representada, motivo: 'Acordo', ...body });
    expect((await adjust({ valor: -2 })).status).toBe(201);
    const fault = async (valor: number) => (await adjust({ valor })).body.details[0].message;
    expect(await fault(0)).toBe('O valor não pode ser zero');
    expect(await fault(1.005)).toBe('Valor com mais de duas casas decimais');
    expect((await adjust({ valor: 1, motivo: '' })).status).toBe(400);
    expect(await list()).toMatchObject([{ sale_id: null, valor: -2, motivo: 'Acordo' }, { valor: 5 }]);
    expect((await pay({ valor: 3 })).body.data.credito).toBe(0);
    expect((await list('?situacao=paga')).length).toBe(2);
  });

  test('a month may add up to more than any single amount', async () => {
    const adjustment = { representada_id: representada, motivo: 'Acordo', valor: 9_900_000_000_000 };
    for (let count = 0; count < 102; count++)
      expect((await send('POST', '/commissions/adjustments', adjustment)).status).toBe(201);
    expect((await summary('2026-11'))[0].devida).toBe(102 * adjustment.valor);
  });

  test('of opposite sums in one month are shown: one is overdue', async () => {
    const adjustment = { representada_id: representada, motivo: 'Acordo' };
    await send('POST', '/commissions/adjustments', { ...adjustment, valor: 100, vencimento: '2026-11-10' });
    await send('POST', '/commissions/adjustments', { ...adjustment, valor: -100, vencimento: '2026-11-25' });
    expect(await summary('2026-11')).toMatchObject([{ vencida: 100, devida: -100, paga: 0 }]);
  });

  test('so may the credit of a payment, to which negative adjustments add', async () => {
    const adjustment = { representada_id: representada, motivo: 'Acordo', valor: -9_999_999_999_999.99 };
    for (let count = 0; count < 2; count++)
      expect((await send('POST', '/commissions/adjustments', adjustment)).status).toBe(201);
    expect((await pay({ valor: 0.02 })).body.data).toMatchObject({ credito: 20_000_000_000_000 });
  });
});

describe('the list', () => {
  test('filters by sale, order, client, representada, state and due date, and pages by cursor', async () => {
    const sales = [await sell({ data: '2026-09-10' }), await sell(), await sell({ status: 'Pedido' })];
    const ids = async (query: string) => (await list(query)).map(({ sale_id }: { sale_id: string }) => sale_id);
    expect(await ids(`?pedido=${sales[1].pedido}`)).toEqual([sales[1].id]);
    expect(await ids(`?sale_id=${sales[2].id}&situacao=prevista`)).toEqual([sales[2].id]);
    expect(await ids('?ate=2026-10-31')).toEqual([sales[0].id]);
    expect(await ids('?de=2026-10-16&situacao=devida')).toEqual([sales[1].id]);
    expect((await ids(`?cliente_id=${cliente}&representada_id=${representada}`)).length).toBe(3);
    expect(await ids(`?cliente_id=${randomUUID()}`)).toEqual([]);
    const seen: string[] = [];
    for (let cursor = ''; cursor !== null; ) {
      const { body } = await send('GET', `/commissions?limit=1&cursor=${cursor}`);
      seen.push(...body.data.map(({ sale_id }: { sale_id: string }) => sale_id));
      cursor = body.next_cursor;
    }
    expect(seen.sort()).toEqual(sales.map(({ id }) => id).sort());
    for (const bad of ['?situacao=x', '?de=2026-02-30', '?sale_id=x', '?foo=1', '?cursor=x'])
      expect((await send('GET', `/commissions${bad}`)).status).toBe(400);
  });

  test('refuses dates that no record can have, and reversed ranges', async () => {
    for (const path of [
      '/commissions?de=0000-01-01',
      '/commissions?ate=1899-12-31',
      '/commissions?de=2026-12-01&ate=2026-01-01',
      '/commissions/summary?mes=0000-01',
      '/commissions/summary?mes=1899-12',
      `/commissions/statement?representada_id=${representada}&mes=0000-01`,
      `/commissions/termination?representada_id=${representada}&inicio=2026-01-01&data=2020-01-01`,
      `/commissions/termination?representada_id=${representada}&inicio=0000-01-01&data=2020-01-01`,
    ]) {
      const { status, body } = await send('GET', path);
      expect([path, status, body.error]).toEqual([path, 400, 'Dados de entrada inválidos']);
    }
    expect((await send('GET', '/commissions/summary?mes=9999-12')).status).toBe(200);
  });

  test('refuses cursors of another company, and positions that no record can have', async () => {
    for (const data of ['2026-09-10', '2026-10-10']) await sell({ data });
    for (const valor of [1, 2]) await pay({ valor });
    const { id } = await sell({ status: 'Pedido' });
    for (const pedido of ['X-1', 'X-2']) await send('PUT', `/sales/${id}`, { pedido });
    const invalid = { status: 400, body: { error: 'Cursor inválido' } };
    const ask = async (path: string, cursor: string) => {
      const { status, body } = await send('GET', `${path}?limit=1&cursor=${cursor}`);
      return { status, body };
    };
    const forge = (cursor: string, ...position: unknown[]): string => {
      const [fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      return Buffer.from(JSON.stringify([fingerprint, ...position])).toString('base64url');
    };
    const cursorOf = async (path: string) => (await ask(path, '')).body.next_cursor;
    const commissions = await cursorOf('/commissions');
    for (const position of [
      ['2026-10-15', randomUUID(), 2 ** 31],
      ['0000-01-01', randomUUID(), 1],
    ])
      expect(await ask('/commissions', forge(commissions, ...position))).toEqual(invalid);
    const history = await cursorOf(`/sales/${id}/history`);
    expect(await ask(`/sales/${id}/history`, forge(history, 2 ** 31))).toEqual(invalid);
    const payments = await cursorOf('/commissions/payments');
    empresa = randomUUID();
    expect(await ask('/commissions', commissions)).toEqual(invalid);
    expect(await ask('/commissions/payments', payments)).toEqual(invalid);
  });
});

test.each([
  ['recebimento', 'PAGA'],
  ['faturamento', 'Faturado'],
])('a sale that meets its rule (%s) when it is made is expected first, then due', async (comissao_quando, status) => {
  representada = own({ comissao: 5, comissao_quando });
  const { id } = await sell({ status });
  const entries = await admin`
    select tipo, vencimento::text, base::float, prevista::float, devida::float from sales.commission_entry
    where origem_id = ${id} order by numero`;
  expect(entries.map((entry) => ({ ...entry }))).toEqual([
    { tipo: 'prevista', vencimento: '2026-12-15', base: 100, prevista: 5, devida: 0 },
    { tipo: 'devida', vencimento: '2026-12-15', base: 0, prevista: -5, devida: 5 },
  ]);
  expect(await states()).toEqual([['devida', 5, '2026-12-15']]);
});

test('the ledger is append-only', async () => {
  await sell();
  await expect(admin`update sales.commission_entry set devida = 0`).rejects.toThrow(/append-only/);
  await expect(admin`delete from sales.commission_entry`).rejects.toThrow(/append-only/);
});

describe('the statement', () => {
  const statement = (query = '') =>
    service.app.inject({
      url: `/api/v1/commissions/statement?representada_id=${representada}${query.includes('mes=') ? '' : '&mes=2026-12'}${query}`,
      headers: asEmpresa(empresa),
    });

  test('has what is due and paid in the month, with totals, as JSON and as CSV', async () => {
    await sell({ pedido: 'A-1' });
    await sell({ pedido: '=CMD()', itens: [item(33.33)] });
    await sell({ status: 'Pedido' });
    await pay({ valor: 5 });
    const { data } = (await statement()).json();
    expect(data).toMatchObject({
      empresa_nome: 'Representações São João Ltda',
      representada_nome: 'Indústria',
      mes: '2026-12',
      representada_cnpj: '11222333000181',
      representada_endereco: 'Av. Brasil, 1500 – Campinas/SP',
      emitido_em: '2026-11-20',
      totais: {
        ...{ base: 133.33, valor: 6.67, pago: 5, aberto: 1.67 },
        situacoes: [
          { situacao: 'devida', comissoes: 1, base: 33.33, valor: 1.67, pago: 0, aberto: 1.67 },
          { situacao: 'paga', comissoes: 1, base: 100, valor: 5, pago: 5, aberto: 0 },
        ],
      },
      pagamentos: [{ data: '2026-11-20', referencia: '', valor: 5 }],
    });
    const sale = await sell({ pedido: 'C-1', status: 'Pedido', parcelas: [{ vencimento: '2026-12-01', valor: 100 }] });
    const received = await send('POST', `/sales/${sale.id}/receipts`, { valor: 40, data: '2026-11-18' });
    expect(received.status).toBe(201);
    const csv = await statement('&formato=csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.body.split('\r\n')).toEqual(
      expect.arrayContaining([
        '\uFEFFpedido;cliente_nome;data_venda;parcela;recebido_em;vencimento;base;percentual;valor;pago;situacao;pago_em;motivo',
        'A-1;Mercado;2026-11-10;;;2026-12-15;100,00;5;5,00;5,00;paga;2026-11-20;',
        "'=CMD();Mercado;2026-11-10;;;2026-12-15;33,33;5;1,67;0,00;devida;;",
        'C-1;Mercado;2026-11-10;1;2026-11-18;2026-12-15;40,00;5;2,00;0,00;devida;;',
      ]),
    );
    representada = randomUUID();
    expect((await statement()).statusCode).toBe(404);
  });
});

test('a termination without cause: indemnity, notice and what is pending, with every base', async () => {
  for (const data of ['2026-03-10', '2026-08-10', '2026-09-10', '2026-10-10'])
    await sell({ data, itens: [item(1_000)] });
  await sell({ status: 'Pedido', itens: [item(100)] });
  await pay({ valor: 50 });
  const terminate = async (query: string) =>
    (await send('GET', `/commissions/termination?representada_id=${representada}&data=2026-11-20&${query}`)).body.data;
  expect(await terminate('inicio=2026-01-01')).toMatchObject({
    informativo: true,
    indenizacao: { base: 200, valor: 16.67, meses: [{ mes: '2026-03', valor: 50 }, { mes: '2026-08' }, {}, {}] },
    aviso_previo: { base: 150, valor: 50, meses: [{ mes: '2026-08' }, { mes: '2026-09' }, { mes: '2026-10' }] },
    pendentes: { prevista: 5, devida: 150, valor: 155 },
    total: 221.67,
  });
  expect((await terminate('inicio=2026-01-01&aviso_previo=true')).aviso_previo.valor).toBe(0);
  expect((await terminate('inicio=2026-05-20')).aviso_previo.valor).toBe(0);
  expect((await terminate('inicio=2026-05-19')).aviso_previo.valor).toBe(50);
  // An adjustment counts in the month before its due date, as what it corrects.
  await send('POST', '/commissions/adjustments', { representada_id: representada, motivo: 'Acordo', valor: -20 });
  expect((await terminate('inicio=2026-01-01')).aviso_previo.meses[2]).toEqual({ mes: '2026-10', valor: 30 });
  // Paid in advance: it is not owed once more.
  await pay({ valor: 200 });
  expect((await terminate('inicio=2026-01-01')).pendentes).toMatchObject({ devida: 0, credito: 70, valor: -65 });
});

test('a payment that comes while a termination is computed is left out, its credit too', async () => {
  await sell();
  const database = connectPostgres({
    url: service.stack.databaseUrl('sales'),
    schema: 'sales',
    connections: 1,
    statementTimeoutMs: 5_000,
  });
  onTestFinished(() => database.end());
  const terminations = makeTerminationRepository({
    ...database,
    within: async (...query) => {
      const rows = await database.within(...query);
      await pay({ valor: 7 });
      return rows;
    },
  });
  const requireRepresentada = async () => ({}) as never;
  const computeTermination = makeComputeTermination({ terminations, requireRepresentada });
  const call = { ...callWithin(5_000), empresa_id: empresa } as RequestCall;
  const query = { representada_id: representada, inicio: '2026-01-01', data: '2026-11-20', aviso_previo: false };
  expect((await computeTermination(call, query)).pendentes).toMatchObject({ devida: 5, credito: 0, valor: 5 });
});

test('an index corrects what is overdue, only when every month is there', async () => {
  await sell({ data: '2026-08-10' });
  const load = (meses: { mes: string; fator: string }[]) =>
    service.gateway.ask(loadIndex, { nome: 'inpc', meses }, callWithin(5_000));
  await load([{ mes: '2026-09-01', fator: '1.01' }]);
  expect((await list())[0]).not.toHaveProperty('fator');
  await load([{ mes: '2026-10-01', fator: '1.02' }]);
  expect(await list()).toMatchObject([{ situacao: 'vencida', dias_atraso: 66, fator: 1.0302, valor_corrigido: 5.15 }]);
  await admin`delete from sales.inflation_index`;
  const audit = { empresa_id: allEmpresas, limit: 10 };
  expect(await service.gateway.ask(readAudit.sales, audit, callWithin(5_000))).toMatchObject([
    { operacao: 'carregar', recurso: 'indices', id: 'inpc', campos: ['2026-10'], operador: 'comando' },
    { campos: ['2026-09'] },
  ]);
});

describe('reconciliation', () => {
  const reconcile = async (csv: string | Buffer, query = '', type = 'text/csv', headers: object = {}) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/v1/commissions/reconcile?representada_id=${representada}${query.includes('mes=') ? '' : '&mes=2026-12'}${query}`,
      headers: { ...asEmpresa(empresa), 'content-type': type, ...headers },
      payload: csv,
    });
    return { status: answer.statusCode, ...answer.json() };
  };

  test('tells what agrees, differs, is missing there and is unknown here', async () => {
    for (const pedido of ['A', 'B', 'C']) await sell({ pedido, itens: [item(24_691.2)] });
    const { data } = await reconcile('pedido;valor\nA;1.234,56\nB;R$ 1.000,00\nTOTAL-1;7,00\n');
    expect(data).toMatchObject({
      conferem: [{ pedido: 'A', valor: 1234.56 }],
      divergem: [{ pedido: 'B', valor: 1234.56, valor_informado: 1000 }],
      ausentes: [{ pedido: 'C', valor: 1234.56 }],
      desconhecidos: [{ pedido: 'TOTAL-1', valor_informado: 7 }],
      totais: { valor: 3703.68, valor_informado: 2241.56 },
    });
    // As other programs save it.
    const file = Buffer.from('C\xf3digo\tComiss\xe3o\nA\t1234,56\n', 'latin1');
    const again = await reconcile(file, '&coluna_pedido=codigo&coluna_valor=comiss%C3%A3o');
    expect(again.data.conferem).toMatchObject([{ pedido: 'A', valor: 1234.56 }]);
    expect((await send('GET', '/commissions/payments')).body.data).toEqual([]);
  });

  test('records the payment order by order; what is not due stays as credit', async () => {
    for (const pedido of ['A', 'B']) await sell({ pedido });
    const file = '"Order","Paid"\n"A","4.00"\n"B","6.00"\n';
    const { status, data } = await reconcile(
      file,
      '&coluna_pedido=order&coluna_valor=paid&registrar=true&referencia=TED',
    );
    expect(status).toBe(201);
    const [payment] = (await send('GET', '/commissions/payments')).body.data;
    expect(payment).toMatchObject({ id: data.pagamento_id, valor: 10, credito: 1, referencia: 'TED' });
    expect(payment.alocacao).toEqual([
      expect.objectContaining({ pedido: 'A', valor: 4 }),
      expect.objectContaining({ pedido: 'B', valor: 5 }),
    ]);
    const unknown = await reconcile('pedido,valor\nX,5.00', '&registrar=true');
    expect([unknown.status, unknown.error]).toEqual([
      409,
      'Nenhuma venda do extrato tem comissão devida: nada foi registrado',
    ]);
    for (const file of ['pedido;valor\nB;5,00\nX;-10,00', 'pedido;valor\nB;-5,00', 'pedido;valor\nB;0']) {
      const negative = await reconcile(file, '&registrar=true');
      expect([negative.status, negative.error]).toEqual([
        409,
        'O total do extrato não é positivo: nada foi registrado',
      ]);
    }
  });

  test('an order whose commission is due in another month is paid, too, and compared with what is open', async () => {
    const overdue = { data: '2026-10-05' };
    for (const [pedido, more] of [
      ['A', {}],
      ['B', overdue],
      ['C', overdue],
    ] as const)
      await sell({ pedido, ...more });
    const file = 'pedido;valor\nA;5,00\nB;5,00\nC;4,00\nX;1,00\n';
    const { status, data } = await reconcile(file, '&registrar=true');
    expect(status).toBe(201);
    expect(data).toMatchObject({
      conferem: [{ pedido: 'A' }],
      divergem: [],
      outros_meses: [
        { pedido: 'B', valor: 5, valor_informado: 5 },
        { pedido: 'C', valor: 5, valor_informado: 4 },
      ],
      desconhecidos: [{ pedido: 'X', valor_informado: 1 }],
      totais: { valor: 5, valor_informado: 15 },
    });
    const [payment] = (await send('GET', '/commissions/payments')).body.data;
    expect(payment).toMatchObject({ valor: 15, credito: 1 });
    const paid = payment.alocacao.map(({ pedido, valor }: Record<string, unknown>) => [pedido, valor]);
    expect(paid.sort()).toEqual([['A', 5], ['B', 5], ['C', 4]]); // biome-ignore format: pairs
    const alone = await reconcile('pedido;valor\nC;1,00', '&registrar=true');
    expect([alone.status, alone.data.outros_meses]).toMatchObject([201, [{ pedido: 'C', valor: 1 }]]);
  });

  test('is recorded once, whatever the order of its rows, unless it is forced or was taken back', async () => {
    await sell({ pedido: 'A' });
    await sell({ pedido: 'B' });
    const file = 'pedido;valor\nA;2,50\nB;5,00';
    const first = await reconcile(file, '&registrar=true');
    expect([first.status, first.data.credito]).toEqual([201, 0]);
    const refused = {
      error: 'Esta conciliação já foi registrada',
      details: [{ path: ['pagamento_id', first.data.pagamento_id] }],
    };
    for (const again of [file, 'pedido;valor\n B ;5,00\nA;2,5'])
      expect(await reconcile(again, '&registrar=true')).toMatchObject({ status: 409, ...refused });
    expect((await reconcile(file)).status).toBe(200);
    expect((await send('GET', '/commissions/payments')).body.data).toHaveLength(1);

    await send('DELETE', `/commissions/payments/${first.data.pagamento_id}`);
    expect((await reconcile(file, '&registrar=true')).status).toBe(201);
    const more = 'pedido;valor\nA;2,00\nB;0,00';
    expect((await reconcile(more, '&registrar=true')).status).toBe(201);
    expect((await reconcile(more, '&registrar=true')).status).toBe(409);
    expect((await reconcile('pedido;valor\nA;0,25', '&registrar=true')).status).toBe(201);
    expect((await reconcile('pedido;valor\nA;0,25', '&registrar=true&forcar=true')).status).toBe(201);
    for (const empty of ['&forcar=', '&forcar=talvez', '&forcar=true&forcar=true'])
      expect((await reconcile(file, `&registrar=true${empty}`)).status).toBe(400);
  });

  test('that replicas record at the same time is recorded once', async () => {
    const database = connectPostgres({
      url: service.stack.databaseUrl('sales'),
      schema: 'sales',
      connections: 3,
      statementTimeoutMs: 5_000,
    });
    onTestFinished(() => database.end());
    const payments = makePaymentsRepository(database);
    const key = { id: '', prefix: 'rep_test' };
    const call = { ...callWithin(5_000), empresa_id: empresa, key } as RequestCall;
    const payment = { representada_id: representada, valor: 5, data: '2026-12-20', referencia: '', conciliacao: 'x' };
    const create = () => payments.create(call, payment, { id: representada, nome: 'X', revision: 0 } as never);
    const outcomes = await Promise.allSettled([create(), create(), create()]);
    const recorded = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(recorded).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 });
  });

  test('pays nothing that is due after its month: the rest stays credit', async () => {
    await sell({ pedido: 'A' });
    const later = await reconcile('pedido;valor\nA;5,00', '&registrar=true&mes=2026-11');
    expect(later).toMatchObject({ status: 201, data: { outros_meses: [{ pedido: 'A' }], credito: 5 } });
    const [payment] = (await send('GET', '/commissions/payments')).body.data;
    expect(payment).toMatchObject({ alocacao: [], credito: 5 });
  });

  test('says which orders were paid before, and which of those without a due commission are sales', async () => {
    for (const [pedido, more] of [['A', {}], ['B', { data: '2026-10-05' }], ['C', { status: 'Pedido' }]] as const) // biome-ignore format: pairs
      await sell({ pedido, ...more });
    await pay({ valor: 10 });
    const ours = representada;
    representada = own({ comissao: 5 });
    await sell({ pedido: 'D', data: '2026-10-05' });
    representada = ours;
    const { data } = await reconcile('pedido;valor\nA;5,00\nB;5,00\nC;5,00\nD;5,00\nX;5,00');
    const sale_id = expect.any(String);
    expect(data.conferem).toEqual([{ pedido: 'A', sale_id, valor: 5, pago: 5, valor_informado: 5 }]);
    expect(data.desconhecidos).toEqual([
      { pedido: 'B', sale_id, pago: 5, valor_informado: 5 },
      { pedido: 'C', sale_id, valor_informado: 5 },
      // Of another representada.
      { pedido: 'D', valor_informado: 5 },
      { pedido: 'X', valor_informado: 5 },
    ]);
    expect(data.outros_meses).toEqual([]);
  });

  test('codes are compared without case and spaces; exactly if there are several such orders', async () => {
    for (const [pedido, more] of [
      ['AB-1 x', {}],
      ['Ação 2', { data: '2026-10-05' }],
      ['C 3', {}],
      ['c3', { data: '2026-10-05' }],
    ] as const)
      await sell({ pedido, ...more });
    const rows = ['ab-1X;2,00', 'AB -1 x;3,00', 'AÇÃO\u00a02;5,00', 'c3;5,00', 'C 3;5,00', 'C3;1,00'];
    const file = ['pedido;valor', ...rows].join('\n');
    const { data } = await reconcile(file);
    expect(data).toMatchObject({
      conferem: [
        { pedido: 'AB-1 x', valor_informado: 5 },
        { pedido: 'C 3', valor_informado: 5 },
      ],
      outros_meses: [
        { pedido: 'Ação 2', valor_informado: 5 },
        { pedido: 'c3', valor_informado: 5 },
      ],
      desconhecidos: [{ pedido: 'C3', valor_informado: 1 }],
    });
    expect((await reconcile(file, '&registrar=true')).status).toBe(201);
    const again = await reconcile(file.replace('C3;1', ' C3;1').replace('c3;5', 'c3;5'), '&registrar=true');
    expect([again.status, again.error]).toEqual([409, 'Esta conciliação já foi registrada']);
  });

  test('of an order that agrees and was paid by hand only the rest is recorded, and the preview says it', async () => {
    for (const pedido of ['A', 'B', 'C', 'D']) await sell({ pedido });
    const ids = Object.fromEntries(
      (await list()).map(({ pedido, sale_id }: Record<string, string>) => [pedido, sale_id]),
    );
    await pay({ valor: 5, vendas: [ids.A] });
    await pay({ valor: 2, vendas: [ids.B] });
    await pay({ valor: 5, vendas: [ids.D] });
    const file = 'pedido;valor\nA;5,00\nB;5,00\nC;5,00\nD;6,00\n';
    const preview = await reconcile(file);
    expect(preview.data).toMatchObject({
      conferem: [{ pedido: 'A', pago: 5 }, { pedido: 'B', pago: 2 }, { pedido: 'C' }],
      divergem: [{ pedido: 'D', pago: 5 }],
      totais: { valor: 20, valor_informado: 21, ja_pago: 7 },
    });
    const { status, data } = await reconcile(file, '&registrar=true');
    // What was paid twice for D is credit, as the reply says.
    expect([status, data.credito]).toEqual([201, 6]);
    const payment = (await send('GET', `/commissions/payments/${data.pagamento_id}`)).body.data;
    expect([payment.valor, payment.alocacao.map(({ valor }: { valor: number }) => valor).sort()]).toEqual([14, [3, 5]]);
    expect((await list()).every(({ situacao }: { situacao: string }) => situacao === 'paga')).toBe(true);

    const settled = await reconcile('pedido;valor\nA;5,00\nB;5,00', '&registrar=true');
    expect([settled.status, settled.error]).toEqual([
      409,
      'Nenhuma venda do extrato tem comissão devida: nada foi registrado',
    ]);
  });

  test('order codes may have any characters, and that of a sum if it is an order', async () => {
    const codes = ['A,B', '{1}', 'a\\b', 'NULL', '"', 'Total 12'];
    for (const pedido of codes) await sell({ pedido, data: '2026-10-05' });
    const cell = (code: string) => `"${code.replaceAll('"', '""')}"`;
    const rows = [...codes, 'A', 'B,', '{', '\\', 'Total 13'].map((code) => `${cell(code)};5,00`);
    const { status, data } = await reconcile(['pedido;valor', ...rows].join('\n'));
    expect(status).toBe(200);
    expect(data.outros_meses.map(({ pedido }: { pedido: string }) => pedido)).toEqual(codes);
    expect(data.desconhecidos.map(({ pedido }: { pedido: string }) => pedido)).toEqual(['A', 'B,', '{', '\\']);
  });

  test('adjustments of the month count, and what they take away pays the orders', async () => {
    await sell({ pedido: 'A' });
    const adjust = (valor: number) =>
      send('POST', '/commissions/adjustments', {
        representada_id: representada,
        valor,
        motivo: `Ajuste de ${valor}`,
        vencimento: '2026-12-10',
      });
    const [bonus, deduction] = [(await adjust(100)).body.data, (await adjust(-1)).body.data];
    const { status, data } = await reconcile('pedido;valor\nA;5,00\nDesconto;-1,00', '&registrar=true');
    expect(status).toBe(201);
    expect(data.totais).toEqual({ valor: 104, valor_informado: 4, ja_pago: 0 });
    expect(data.ajustes).toHaveLength(2);
    expect(data.ajustes).toEqual(
      expect.arrayContaining([
        { ajuste_id: bonus.id, valor: 100, pago: 0, motivo: 'Ajuste de 100' },
        { ajuste_id: deduction.id, valor: -1, pago: 0, motivo: 'Ajuste de -1' },
      ]),
    );
    const { data: commissions } = (await send('GET', '/commissions')).body;
    expect(
      commissions.map(({ pedido, ajuste_id, situacao }: Record<string, string>) => [pedido ?? ajuste_id, situacao]),
    ).toEqual(
      expect.arrayContaining([
        ['A', 'paga'],
        [deduction.id, 'paga'],
        [bonus.id, 'devida'],
      ]),
    );
    const payment = (await send('GET', `/commissions/payments/${data.pagamento_id}`)).body.data;
    expect([payment.valor, payment.credito]).toEqual([4, 0]);
    expect(payment.alocacao).toContainEqual({
      sale_id: null,
      ajuste_id: deduction.id,
      pedido: null,
      parte: 1,
      valor: -1,
    });
  });

  test('one file of a company is compared at a time', async () => {
    const answers = await Promise.all([reconcile('pedido;valor\nX;5'), reconcile('pedido;valor\nX;5')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]).toMatchObject({ error: 'Já há uma conferência de extrato desta empresa em andamento' });
    expect((await reconcile('')).status).toBe(400);
    expect((await reconcile('pedido;valor\nX;5')).status).toBe(200);
  });

  test('a deduction that another reconciliation took meanwhile is not told as an unknown sale', async () => {
    await send('POST', '/commissions/adjustments', { representada_id: representada, valor: -1, motivo: 'Desconto' });
    const [{ ajuste_id }] = await list();
    await pay({ valor: 1 });
    const { id } = await sell();
    const [{ data }] = await admin<[{ data: object }]>`
      select add_payment(${empresa}, uuidv7(), ${admin.json({ representada_id: representada, valor: 5, data: '2026-11-20', referencia: '' })},
        ${[id, ajuste_id]}, ${[5, -1]}::numeric[], 0) as data`;
    expect(data).toMatchObject({ alocacoes: 1 });
    expect((await pay({ valor: 1, vendas: [ajuste_id] })).status).toBe(409);
  });

  test('pays what is due in its month first, also when an earlier month is open', async () => {
    const { id } = await sell({
      pedido: 'A',
      status: 'Pedido',
      parcelas: [
        { vencimento: '2026-10-10', valor: 50 },
        { vencimento: '2026-11-10', valor: 50 },
      ],
    });
    await receive(id, { valor: 50, data: '2026-10-10' });
    await receive(id, { valor: 50, data: '2026-11-10' });
    const sums = 'Total Geral;2,50\nTOTAL:;2,50\nSubtotal R$;2,50\nSub total;2,50\nSoma do mês;2,50';
    const { status, data } = await reconcile(`pedido;valor\nA;2,50\n${sums}`, '&registrar=true');
    expect([data.desconhecidos, data.totais.valor_informado]).toEqual([[], 2.5]);
    expect([status, data.conferem]).toEqual([201, [expect.objectContaining({ pedido: 'A', valor: 2.5 })]]);
    expect(await list(`?sale_id=${id}`)).toMatchObject([
      { vencimento: '2026-11-15', pago: 0 },
      { vencimento: '2026-12-15', pago: 2.5 },
    ]);
  });

  test('a month with more due commissions than can be compared is refused: none of them is called unknown', async () => {
    const add = (from: number, to: number) => admin`
      insert into sales.commission_part
        (empresa_id, origem_id, parte, representada_id, vencimento, percentual, base, prevista, devida, paga)
      select ${empresa}, gen_random_uuid(), 1, ${representada}, '2026-12-15', 5, 100, 0, 5, 0
      from generate_series(${from}::int, ${to}::int)`;
    await add(1, 20_000);
    expect((await reconcile('pedido;valor\nA;5')).status).toBe(200);
    await add(20_001, 20_001);
    const refused = await reconcile('pedido;valor\nA;5');
    expect([refused.status, refused.error]).toEqual([400, expect.stringContaining('mais de 20.000')]);
    const { codigo } = await reconcile('pedido;valor\nA;5', '', 'text/csv', asksForProblem);
    expect(codigo).toBe('reconciliation.month_too_long');
    await admin`delete from sales.commission_part where empresa_id = ${empresa}`;
  });

  test('with an Idempotency-Key the payment is recorded once; another file with the key is refused', async () => {
    const { id } = await sell({ pedido: 'A' });
    const register = (csv: string) => reconcile(csv, '&registrar=true', 'text/csv', { 'idempotency-key': 'r' });
    const first = await register('pedido;valor\nA;2');
    expect([first.status, (await register('pedido;valor\nA;2')).data]).toEqual([201, first.data]);
    expect((await register('pedido;valor\nA;3')).status).toBe(422);
    expect((await send('GET', '/commissions/payments')).body.data).toHaveLength(1);
    await send('PUT', `/sales/${id}`, { status: 'Cancelado' });
    expect((await register('pedido;valor\nA;2')).data).toEqual(first.data);
  });

  test('a statement with a chargeback pays with the credit that the chargeback left', async () => {
    const { id } = await sell({ pedido: 'A' });
    await pay({ valor: 5 });
    await send('PUT', `/sales/${id}`, { status: 'Cancelado' });
    await sell({ pedido: 'B', itens: [item(200)] });
    expect((await reconcile('pedido;valor\nB;10,00\nA;-5,00', '&registrar=true')).status).toBe(201);
    expect(await list('?situacao=paga')).toMatchObject([{ pedido: 'B', valor: 10, pago: 10 }]);
    expect(await summary('2026-12')).toMatchObject([{ devida: 0, paga: 10, credito: 0 }]);
  });

  test.each(['', '&data=2026-12-30'])(
    'a request that is repeated in the next month gets the same answer %s',
    async (query) => {
      service.now.value = new Date('2026-12-31T15:00:00Z');
      await sell({ pedido: 'A' });
      const register = async () => {
        const answer = await service.app.inject({
          method: 'POST',
          url: `/api/v1/commissions/reconcile?representada_id=${representada}&registrar=true${query}`,
          headers: { ...asEmpresa(empresa), 'content-type': 'text/csv', 'idempotency-key': 'r' },
          payload: 'pedido;valor\nA;2',
        });
        return [answer.statusCode, answer.json()];
      };
      const first = await register();
      expect(first).toMatchObject([201, { data: { mes: '2026-12', pagamento_id: expect.any(String) } }]);
      service.now.value = new Date('2027-01-01T15:00:00Z');
      expect(await register()).toEqual(first);
      expect((await send('GET', '/commissions/payments')).body.data).toHaveLength(1);
    },
  );

  test('refuses a payment that is too large, and dates that no payment can have', async () => {
    await sell({ pedido: 'A' });
    const large = 'pedido;valor\nA;9.999.999.999.999,99\nA;9.999.999.999.999,99';
    expect((await reconcile(large)).status).toBe(200);
    const refused = await reconcile(large, '&registrar=true');
    expect([refused.status, refused.details[0].message]).toEqual([400, 'Valor acima do máximo permitido']);
    for (const data of ['0000-01-01', '0001-01-01', '1899-12-31'])
      expect((await reconcile('pedido;valor\nA;5', `&registrar=true&data=${data}`)).status).toBe(400);
    // Also where nothing could be paid.
    expect((await reconcile('pedido;valor\nX;5', '&registrar=true&data=2126-01-01')).status).toBe(400);
    expect((await send('GET', '/commissions/payments')).body.data).toEqual([]);
  });

  test('refuses amounts that are ambiguous, not in cents or too large: nothing is guessed about a payment', async () => {
    await sell({ pedido: 'A' });
    for (const amount of ['2,425', '0,125', '1.234,567', '1.234', '1,234', '10.000.000.000.000,00', '1e3', '1.23.4']) {
      const refused = await reconcile(`pedido;valor\nA;${amount}`, '&registrar=true');
      expect([amount, refused.status, refused.details?.[0].path]).toEqual([amount, 400, ['2']]);
    }
    expect((await send('GET', '/commissions/payments')).body.data).toEqual([]);
    for (const [written, amount] of Object.entries({
      '1.234,5': 1234.5,
      '1,234.56': 1234.56,
      1234: 1234,
      '-2,42': -2.42,
    })) {
      const { data } = await reconcile(`pedido;valor\nX;${written}`);
      expect(data.desconhecidos).toEqual([{ pedido: 'X', valor_informado: amount }]);
    }
  });

  test('refuses 1,500 where others mean 1500 by it', async () => {
    await sell({ pedido: 'A' });
    for (const amount of ['1,500', 'R$ 12,000', '-1,230']) {
      const refused = await reconcile(`pedido;valor\nB;1,234.56\nA;${amount}`, '&registrar=true');
      expect([amount, refused.status, refused.details?.[0].path]).toEqual([amount, 400, ['3']]);
    }
    const { data } = await reconcile('pedido;valor\nX;0,500\nY;1.500,000\nZ;1500,00');
    expect(data.desconhecidos.map(({ valor_informado }: { valor_informado: number }) => valor_informado)).toEqual([
      ...[0.5, 1500, 1500],
    ]);
  });

  test('refuses files that it cannot read, and other types', async () => {
    await sell();
    const unread = await reconcile('pedido;valor\n\n"A\nB";1\nC;dez\n;5\nD;1');
    expect([unread.status, unread.details.map(({ path }: { path: string[] }) => path)]).toEqual([400, [['5'], ['6']]]);
    const wrong = Array.from({ length: 200 }, () => 'A;x').join('\n');
    expect((await reconcile(`pedido;valor\n${wrong}`)).details).toHaveLength(100);
    expect((await reconcile('pedido;valor\n"A;1')).status).toBe(400);
    expect((await reconcile('a;b\n1;2')).status).toBe(400);
    const repeated = await reconcile('pedido;valor;VALOR\nA;100,00;5,00');
    expect([repeated.status, repeated.details]).toEqual([
      400,
      [{ code: 'custom', path: ['valor'], message: 'Coluna repetida' }],
    ]);
    const moved = await reconcile('pedido;obs;valor\nA;pago em 2;3;5,00\nB;5,00\nC;;5,00', '&registrar=true');
    expect([moved.status, moved.details]).toEqual([
      400,
      [
        { code: 'custom', path: ['2'], message: 'A linha tem 4 colunas; o cabeçalho tem 3' },
        { code: 'custom', path: ['3'], message: 'A linha tem 2 colunas; o cabeçalho tem 3' },
      ],
    ]);
    expect((await reconcile('pedido;valor;\nA;5,00;\nB;5,00')).data.desconhecidos).toHaveLength(2);
    expect((await reconcile(';;\n;;\n')).status).toBe(400);
    expect((await reconcile('pedido;valor\nA;dez')).status).toBe(400);
    const nul = await reconcile('pedido;valor\nA\0B;1,00', '&registrar=true', 'text/csv', { 'idempotency-key': 'nul' });
    expect([nul.status, nul.details?.[0].path]).toEqual([400, ['2']]);
    expect((await reconcile('')).status).toBe(400);
    expect((await reconcile('pedido;valor', '', 'text/plain')).status).toBe(415);
    const other = await service.app.inject({
      method: 'POST',
      url: '/api/v1/sales',
      headers: { ...asEmpresa(empresa), 'content-type': 'text/csv' },
      payload: 'a',
    });
    expect(other.statusCode).toBe(415);
  });
});
