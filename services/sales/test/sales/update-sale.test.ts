import { randomUUID } from 'node:crypto';
import { callWithin, readAudit } from '@representa/contracts';
import { asEmpresa, saleBody } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SalesService, startSalesService } from '../sales-service.ts';

/** Decision 29, written down again: the spellings of each step, and the steps that may follow it. */
const open = ['Pedido', 'AGUARDANDO PAGAMENTO', 'Em processamento'];
const invoiced = ['Faturado', 'PAGA'];
const sent = ['Enviado', 'ENVIADA'];
const delivered = ['Entregue', 'ENTREGUE'];
const cancelled = ['Cancelado', 'CANCELADA'];
const flow = [
  { from: open, to: [...open, ...invoiced, ...sent, ...delivered, ...cancelled] },
  { from: invoiced, to: [...invoiced, ...sent, ...delivered, ...cancelled] },
  { from: sent, to: [...sent, ...delivered, ...cancelled] },
  { from: delivered, to: [...delivered, ...cancelled] },
  { from: cancelled, to: cancelled },
];
const statuses = flow.flatMap(({ from }) => from);
const allowedAfter = (status: string): string[] => flow.find(({ from }) => from.includes(status))?.to ?? [];

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
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, headers: object = {}) =>
  service.app.inject({
    method,
    url: `/api/v1/sales${path}`,
    headers: { ...asEmpresa(empresa), ...headers },
    ...(payload && { payload }),
  });
const create = async (changes: object = {}) =>
  (await send('POST', '', saleBody(own('Mercado'), own('Indústria'), { status: 'Pedido', ...changes }))).json().data;
const put = (id: string, changes: object, headers: object = {}) => send('PUT', `/${id}`, changes, headers);
const read = async (id: string) => (await send('GET', `/${id}`)).json().data;

describe('updating a sale', () => {
  test('changes what is sent, recomputes the totals, and shows the sale with updated_at', async () => {
    const sale = await create();
    const itens = [{ produtoId: 'NOVO', quantidade: 3, valorUnitario: 0.1 }];
    const answer = await put(sale.id, { itens, pedido: 'MEU-1', valor_total: 999 });
    expect(answer.statusCode).toBe(200);
    const { updated_at, ...updated } = answer.json().data;
    expect(updated).toEqual({
      ...sale,
      pedido: 'MEU-1',
      valor_total: 0.3,
      itens: [{ produto_id: 'NOVO', quantidade: 3, valor_unitario: 0.1, valor_total: 0.3 }],
    });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(sale.created_at));
    expect(await read(sale.id)).toEqual({
      ...updated,
      updated_at,
      cliente_nome: 'Mercado',
      representada_nome: 'Indústria',
    });
  });

  test('moves updated_at even when nothing is sent', async () => {
    const sale = await create();
    const first = (await put(sale.id, {})).json().data.updated_at;
    expect((await put(sale.id, {})).json().data.updated_at > first).toBe(true);
  });

  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to])))('%s → %s', async (from, to) => {
    const sale = await create({ status: from });
    const answer = await put(sale.id, { status: to });
    const permitidos = allowedAfter(from);
    if (permitidos.includes(to)) return expect([answer.statusCode, answer.json().data.status]).toEqual([200, to]);
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'Transição de status inválida']);
    expect(answer.json().details).toEqual({ de: from, para: to, permitidos });
    expect((await read(sale.id)).status).toBe(from);
  });

  test('refuses items and date once it is invoiced, and the code once it is delivered or cancelled', async () => {
    const { id } = await create({ status: 'PAGA' });
    const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 1 }];
    for (const changes of [{ itens }, { data: '2026-01-01' }]) expect((await put(id, changes)).statusCode).toBe(409);
    expect((await put(id, { pedido: 'AINDA' })).statusCode).toBe(200);
    for (const status of ['Entregue', 'CANCELADA']) {
      expect((await put(id, { status })).statusCode).toBe(200);
      const refused = await put(id, { pedido: 'TARDE' });
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        { error: 'O campo pedido não pode mais ser alterado', details: { campo: 'pedido', status } },
      ]);
    }
  });

  test('a date and a code that stay as they are may be sent back at any step', async () => {
    const { id, data, pedido } = await create({ status: 'PAGA' });
    for (const status of ['Enviado', 'Entregue', 'Cancelado']) {
      const answer = await put(id, { data, pedido, status });
      expect([answer.statusCode, answer.json().data]).toMatchObject([200, { data, pedido, status }]);
    }
  });

  test('refuses a code that is taken, a date in the future, and bad input, with a list of issues', async () => {
    const [sale, other] = [await create({ pedido: 'A-1' }), await create({ pedido: 'A-2' })];
    expect((await put(other.id, { pedido: sale.pedido })).statusCode).toBe(409);
    const bad = [
      { data: '2126-01-01' },
      { data: '2026-02-30' },
      { itens: [] },
      { status: 'Perdida' },
      { pedido: '' },
      { itens: [{ produtoId: 'A', quantidade: 0, valorUnitario: 1 }] },
      { motivo: 'x'.repeat(501) },
    ];
    for (const changes of bad) {
      const answer = await put(other.id, changes);
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'Dados de entrada inválidos']);
      expect(answer.json().details[0]).toMatchObject({
        message: expect.any(String),
        path: [Object.keys(changes)[0]].concat(answer.json().details[0].path.slice(1)),
      });
    }
    expect((await read(other.id)).pedido).toBe('A-2');
  });

  test.each([
    ['quantidade', 'Quantidade deve ser maior que zero'],
    ['valorUnitario', 'Valor unitário deve ser maior que zero'],
  ])('refuses a %s that is not above zero, also once it is rounded', async (field, message) => {
    const { id } = await create();
    const issuesOf = async (value: number) => {
      const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: 1, [field]: value }];
      return (await put(id, { itens })).json().details;
    };
    const path = ['itens', '0', field];
    const bounds = { minimum: 0, type: 'number', inclusive: false, exact: false };
    for (const value of [0, -1])
      expect(await issuesOf(value)).toEqual([{ code: 'too_small', ...bounds, message, path }]);
    expect(await issuesOf(1e-9)).toEqual([{ code: 'custom', message, path }]);
  });

  test('is a 404 for an unknown sale, one of another company, and an id that is no UUID', async () => {
    const { id } = await create();
    empresa = randomUUID();
    for (const unknown of [id, randomUUID(), 'x']) {
      const answer = await put(unknown, { status: 'PAGA' });
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Venda não encontrada' }]);
      expect((await send('GET', `/${unknown}/history`)).statusCode).toBe(404);
    }
  });

  test('many at once: each is decided on the state that it changes', async () => {
    const { id } = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => put(id, { status: i % 2 ? 'Cancelado' : 'Faturado' })),
    );
    for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
    expect((await read(id)).status).toBe('Cancelado');
    const history: { de: object; para: object }[] = (await send('GET', `/${id}/history`)).json().data;
    // Each changes what the one before has left.
    expect(history.map(({ para }) => para)[0]).toEqual({ status: 'Cancelado' });
    expect(history.map(({ de }) => de)).toEqual([...history.slice(1).map(({ para }) => para), { status: 'Pedido' }]);
    const { etag } = (await send('GET', `/${id}`)).headers;
    expect(etag).toBe(`"${1 + answers.filter(({ statusCode }) => statusCode === 200).length}"`);
  });
});

test('the history shows when, with which key, from what to what, and why; the newest first', async () => {
  const { id } = await create();
  await put(id, { status: 'Faturado', motivo: 'Nota 123' });
  await put(id, { status: 'Enviado', pedido: 'NOVO', motivo: null });
  const { data, ...page } = (await send('GET', `/${id}/history`)).json();
  expect(page).toEqual({ limit: 20, next_cursor: null });
  expect(data).toEqual([
    {
      versao: 3,
      alterado_em: expect.stringMatching(/Z$/),
      chave: { id: '01890000-0000-7000-8000-0000000000aa', prefixo: 'rep_test' },
      de: { status: 'Faturado', pedido: expect.stringMatching(/^PED-/) },
      para: { status: 'Enviado', pedido: 'NOVO' },
      motivo: null,
    },
    expect.objectContaining({ versao: 2, de: { status: 'Pedido' }, para: { status: 'Faturado' }, motivo: 'Nota 123' }),
  ]);
});

test('a change that changes nothing moves updated_at and adds nothing to the history', async () => {
  const sale = await create();
  const itens = sale.itens.map((one: Record<string, unknown>) => ({
    produtoId: one.produto_id,
    quantidade: one.quantidade,
    valorUnitario: one.valor_unitario,
  }));
  const { data, pedido, status } = sale;
  for (const same of [{}, { itens }, { data, pedido, status, itens, motivo: 'de novo' }]) {
    const { updated_at, ...shown } = (await put(sale.id, same)).json().data;
    expect(shown).toEqual(sale);
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(sale.created_at));
  }
  expect((await send('GET', `/${sale.id}/history`)).json().data).toEqual([]);
  const entries = await service.gateway.ask(readAudit.sales, { empresa_id: empresa, limit: 4 }, callWithin(2_000));
  expect(entries.map(({ campos }) => campos)).toEqual([[], [], [], null]);
  await put(sale.id, { itens: itens.toReversed().concat(itens) });
  expect((await send('GET', `/${sale.id}/history`)).json().data).toHaveLength(1);
});

test('the history has pages, of one sale only; a deleted sale has none', async () => {
  const [{ id }, other] = [await create(), await create()];
  for (const pedido of ['H-1', 'H-2', 'H-3']) await put(id, { pedido });
  const first = (await send('GET', `/${id}/history?limit=2`)).json();
  expect(first.data.map(({ versao }: { versao: number }) => versao)).toEqual([4, 3]);
  const path = `history?limit=2&cursor=${first.next_cursor}`;
  const second = (await send('GET', `/${id}/${path}`)).json();
  expect([second.data.map(({ versao }: { versao: number }) => versao), second.next_cursor]).toEqual([[2], null]);
  const foreign = await send('GET', `/${other.id}/${path}`);
  expect([foreign.statusCode, foreign.json()]).toEqual([400, { error: 'Cursor inválido' }]);
  expect((await send('GET', `/${other.id}/history`)).json().data).toEqual([]);
  for (const query of ['limit=0', 'limit=1&limit=1', 'cursor=a&cursor=b', 'espera=1', 'limit='])
    expect((await send('GET', `/${id}/history?${query}`)).statusCode).toBe(400);
  await send('DELETE', `/${id}`);
  expect((await send('GET', `/${id}/history`)).statusCode).toBe(404);
});

test('the history has every changed field in full, also one that was or becomes null', async () => {
  const { id, pedido, data, status, itens, valor_total } = await create();
  const parcelas = [{ vencimento: '2026-12-31', valor: 6 }];
  const changed = { pedido: `${pedido}-B`, data: '2026-01-02', status: 'PAGA' };
  const answer = await put(id, { ...changed, itens: [{ produtoId: 'B', quantidade: 2, valorUnitario: 3 }], parcelas });
  expect(answer.statusCode).toBe(200);
  const [entry] = (await send('GET', `/${id}/history`)).json().data;
  expect(entry).toMatchObject({
    de: { pedido, data, status, itens, valor_total, parcelas: null, recebido: 0 },
    para: {
      ...changed,
      itens: [{ produto_id: 'B', quantidade: 2, valor_unitario: 3, valor_total: 6 }],
      valor_total: 6,
      parcelas,
      recebido: 6,
    },
  });
});

test('a page of the history is cut by the size of its changes', async () => {
  const { id } = await create();
  // In JSON, each of these characters has six bytes. Stored, they are compressed to almost nothing.
  const itensOf = (count: number, quantidade: number) =>
    Array.from({ length: count }, (_, i) => ({
      produtoId: `${i}`.padEnd(100, '\u0001'),
      quantidade: quantidade + 1,
      valorUnitario: 1,
    }));
  const parcelas = Array.from({ length: 120 }, () => ({ vencimento: '2026-12-31', valor: 1 }));
  const changes = [
    ...[1_000, 1_000, 600, 500, 1, 2, 3].map((count, i) => ({ itens: itensOf(count, i % 2) })),
    { itens: itensOf(120, 0), parcelas },
    { parcelas: null },
    { itens: itensOf(1_000, 0) },
    { itens: itensOf(1_000, 1) },
  ];
  for (const change of changes) expect((await put(id, change)).statusCode).toBe(200);
  const pages: { bytes: number; versions: number[] }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await send('GET', `/${id}/history?limit=100&cursor=${cursor}`);
    const page: { data: { versao: number }[]; next_cursor: string | null } = JSON.parse(body);
    pages.push({ bytes: Buffer.byteLength(body), versions: page.data.map(({ versao }) => versao) });
    cursor = page.next_cursor;
  }
  const versions = Array.from({ length: changes.length }, (_, i) => changes.length + 1 - i);
  expect(pages.flatMap((page) => page.versions)).toEqual(versions);
  expect(pages.length).toBeGreaterThan(3);
  // A change of all 1,000 items has this much by itself.
  for (const { bytes } of pages) expect(bytes).toBeLessThan(1_500_000);
});

test('items may change in the step that leaves `aberta`; the history shows them, and the totals', async () => {
  const { id, itens, valor_total } = await create();
  const changed = [{ produtoId: 'B', quantidade: 2, valorUnitario: 3 }];
  expect((await put(id, { status: 'Faturado', itens: changed, data: '2026-01-02' })).statusCode).toBe(200);
  const [{ de, para }] = (await send('GET', `/${id}/history`)).json().data;
  expect(de).toMatchObject({ status: 'Pedido', valor_total, itens });
  expect(para).toEqual({
    status: 'Faturado',
    data: '2026-01-02',
    valor_total: 6,
    itens: [{ produto_id: 'B', quantidade: 2, valor_unitario: 3, valor_total: 6 }],
  });
});

test('of many updates of one version, one wins', async () => {
  const { id } = await create();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => put(id, { pedido: `R-${n}` }, { 'if-match': '"1"' })),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
});

test('an update and a delete at a time: the delete of the old version loses, or the update finds nothing', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await create();
    const [updated, deleted] = await Promise.all([
      put(id, { motivo: 'x' }),
      send('DELETE', `/${id}`, undefined, { 'if-match': '"1"' }),
    ]);
    expect([
      [200, 412],
      [404, 200],
    ]).toContainEqual([updated.statusCode, deleted.statusCode]);
  }
});

describe('ETag', () => {
  test('is the version; If-Match writes only on that version, If-None-Match reads only another', async () => {
    const { id } = await create();
    const first = await send('GET', `/${id}`);
    expect(first.headers.etag).toBe('"1"');
    const changed = await put(id, { pedido: 'B-1' }, { 'if-match': '"1"' });
    expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"']);
    for (const tag of ['"1"', 'W/"2"', '"x"', '2', '""']) {
      const stale = await put(id, { pedido: 'B-2' }, { 'if-match': tag });
      expect([stale.statusCode, stale.json()]).toEqual([
        412,
        { error: 'O If-Match não é a ETag atual do registro: leia-o de novo' },
      ]);
      expect((await send('DELETE', `/${id}`, undefined, { 'if-match': tag })).statusCode).toBe(412);
    }
    const unchanged = await send('GET', `/${id}`, undefined, { 'if-none-match': '"1", "2"' });
    expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([304, '', '"2"']);
    expect((await send('GET', `/${id}`, undefined, { 'if-none-match': '"1"' })).statusCode).toBe(200);
    expect((await put(id, {}, { 'if-match': '*' })).statusCode).toBe(200);
    expect((await send('DELETE', `/${id}`, undefined, { 'if-match': '"1", "3"' })).statusCode).toBe(200);
    expect((await send('DELETE', `/${id}`, undefined, { 'if-match': '*' })).statusCode).toBe(404);
  });

  test('comes with a creation, and again with its replay', async () => {
    const body = saleBody(own('Mercado'), own('Indústria'));
    for (const replayed of [undefined, 'true']) {
      const answer = await send('POST', '', body, { 'idempotency-key': 'etag' });
      expect([answer.headers.etag, answer.headers['idempotency-replayed']]).toEqual(['"1"', replayed]);
    }
  });
});
