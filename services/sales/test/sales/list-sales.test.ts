import { randomUUID } from 'node:crypto';
import { renameReference } from '@representa/contracts';
import { asEmpresa, collectPages, saleBody } from '@representa/testing';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepOf } from '../../src/sales/status.rules.ts';
import { type SalesService, startSalesService } from '../sales-service.ts';

interface Sale {
  id: string;
  pedido: string;
  data: string;
  status: string;
  valor_total: number;
  cliente_id: string;
  cliente_nome: string;
  representada_id: string;
}

let service: SalesService;
const empresa = randomUUID();
let sales: Sale[];

const own = (nome: string, owner = empresa): string => service.own(owner, { nome });

const get = async (query: string, owner = empresa) => {
  const reply = await service.app.inject({ url: `/api/v1/sales?${query}`, headers: asEmpresa(owner) });
  return { status: reply.statusCode, body: reply.json() };
};

const create = async (body: object, owner = empresa): Promise<Sale> => {
  const headers = asEmpresa(owner);
  const reply = await service.app.inject({ method: 'POST', url: '/api/v1/sales', headers, payload: body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data;
};

const all = (query: string, owner = empresa): Promise<Sale[]> =>
  collectPages(async (cursor) => (await get(`${query}&cursor=${cursor}`, owner)).body);

const getFile = (query: string) =>
  service.app.inject({ url: `/api/v1/sales/export?${query}`, headers: asEmpresa(empresa) });

/** The ids in a file. */
const exported = async (query: string): Promise<string[]> =>
  (await getFile(query)).body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, 36));

const idsOf = (list: readonly Sale[]): string[] => list.map(({ id }) => id);

const statuses = ['PAGA', 'Faturado', 'Pedido', 'AGUARDANDO PAGAMENTO', 'Cancelado', 'ENTREGUE'];
const names = ['Mercado São José', 'Padaria Pão Doce', 'Açougue 100% Boi'];

beforeAll(async () => {
  service = await startSalesService();
  const clients = names.map((nome) => own(nome));
  const representadas = [own('Indústria Aurora'), own('São José Distribuidora')];
  sales = [];
  for (let n = 0; n < 48; n++) {
    const itens = [{ produtoId: 'A', quantidade: 1, valorUnitario: [10, 10.5, 99.99, 1000, 0.01][n % 5] }];
    const [status, data] = [statuses[n % 6], `2026-0${1 + (n % 4)}-1${n % 3}`];
    const pedido = n % 7 === 0 ? { pedido: `Especial_${n}%` } : {};
    const parties = [clients[n % 3] as string, representadas[n % 2] as string] as const;
    await create(saleBody(...parties, { itens, status, data, ...pedido }));
  }
  sales = (await get('limit=100')).body.data;
  expect(sales).toHaveLength(48);
}, 60_000);
afterAll(() => service.stop());

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

interface Query {
  pedido?: string;
  status?: string;
  cliente_id?: string;
  representada_id?: string;
  data_de?: string;
  data_ate?: string;
  valor_min?: string;
  valor_max?: string;
  search?: string;
}

/** What the list should say. */
const expected = (query: Query, ordenar: string): string[] => {
  const matches = sales.filter(
    (sale) =>
      (!query.pedido || sale.pedido === query.pedido) &&
      (!query.status || stepOf(sale.status) === stepOf(query.status)) &&
      (!query.cliente_id || sale.cliente_id === query.cliente_id) &&
      (!query.representada_id || sale.representada_id === query.representada_id) &&
      (!query.data_de || sale.data >= query.data_de) &&
      (!query.data_ate || sale.data <= query.data_ate) &&
      (!query.valor_min || sale.valor_total >= Number(query.valor_min)) &&
      (!query.valor_max || sale.valor_total <= Number(query.valor_max)) &&
      (!query.search ||
        [sale.pedido, sale.cliente_nome].some((text) => plain(text).includes(plain(query.search ?? '')))),
  );
  const key = ordenar.replace('-', '') as 'created_at' | 'data' | 'valor_total';
  const up = matches.sort((a, b) => {
    if (key !== 'created_at' && a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
  return idsOf(ordenar.startsWith('-') ? up.reverse() : up);
};

const orders = ['-created_at', 'data', '-data', 'valor_total', '-valor_total'];

describe('filters and orders', () => {
  test('every combination shows the same records by page, by cursor and as a file: those that match, in order', async () => {
    const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const queries = fc.record({
      pedido: maybe([...sales.slice(0, 8).map(({ pedido }) => pedido), 'Especial_', 'XYZ']),
      status: maybe(statuses),
      cliente_id: maybe([...new Set(sales.map(({ cliente_id }) => cliente_id)), randomUUID()]),
      representada_id: maybe(sales.slice(0, 2).map(({ representada_id }) => representada_id)),
      data_de: maybe(['2026-01-11', '2026-02-01']),
      data_ate: maybe(['2026-03-11', '2026-12-31']),
      valor_min: maybe(['0', '10', '10.5']),
      valor_max: maybe(['99.99', '5000']),
      search: maybe(['sao jose', 'PÃO', '100%', '_', 'ped-2026', 'especial_1', 'xyz', 'a']),
    });
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom(...orders),
        fc.constantFrom(1, 2, 7, 20),
        async (query, ordenar, limit) => {
          const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
          const text = new URLSearchParams([...given, ['ordenar', ordenar], ['limit', String(limit)]]).toString();
          const ids = expected(query as Query, ordenar);
          expect(idsOf(await all(text))).toEqual(ids);
          expect(await exported(new URLSearchParams([...given, ['ordenar', ordenar]]).toString())).toEqual(ids);
          for (const page of [1, 2]) {
            const { body } = await get(`${text}&page=${page}`);
            const data = ids.slice((page - 1) * limit, page * limit);
            expect({ ...body, data: idsOf(body.data) }).toEqual({ data, page, limit, total: ids.length });
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test('a status is found in either spelling, and kept as it was sent', async () => {
    const { data } = (await get('status=Faturado&limit=100')).body;
    expect(new Set(data.map(({ status }: Sale) => status))).toEqual(new Set(['PAGA', 'Faturado']));
  });

  test('an order is found by its exact code', async () => {
    const [sale] = sales.filter(({ pedido }) => pedido.startsWith('Especial')) as [Sale];
    const find = async (pedido: string, owner = empresa) =>
      idsOf((await get(`pedido=${encodeURIComponent(pedido)}`, owner)).body.data);
    expect(await find(sale.pedido)).toEqual([sale.id]);
    for (const other of [sale.pedido.toLowerCase(), sale.pedido.slice(0, -1), 'Especial%'])
      expect(await find(other)).toEqual([]);
    expect(await find(sale.pedido, randomUUID())).toEqual([]);
  });

  test('a renamed client is found by its new name only', async () => {
    const owner = randomUUID();
    const parties = [own('Antigo', owner), own('Indústria', owner)] as const;
    const { id } = await create(saleBody(...parties), owner);
    const rename = { empresa_id: owner, id: parties[0], kind: 'client' as const, nome: 'Novíssimo', revision: 1 };
    await service.clients.ask(renameReference, rename, { deadline: performance.now() + 5_000 });
    expect(idsOf((await get('search=novissimo', owner)).body.data)).toEqual([id]);
    expect((await get('search=antigo', owner)).body).toEqual({ data: [], page: 1, limit: 20, total: 0 });
  });

  test("another company's client or representada has no sales here", async () => {
    const [{ cliente_id, representada_id }] = sales as [Sale];
    for (const query of [`cliente_id=${cliente_id}`, `representada_id=${representada_id}`, 'search=mercado'])
      expect((await get(query, randomUUID())).body).toEqual({ data: [], page: 1, limit: 20, total: 0 });
  });
});

describe('cursors', () => {
  test('the reply has data, limit and next_cursor, and nothing else', async () => {
    const first = (await get('cursor=&limit=40')).body;
    expect(Object.keys(first)).toEqual(['data', 'limit', 'next_cursor']);
    expect(first).toMatchObject({ limit: 40, next_cursor: expect.any(String) });
    const second = (await get(`cursor=${first.next_cursor}&limit=40`)).body;
    expect(second).toMatchObject({ limit: 40, next_cursor: null });
    expect(idsOf([...first.data, ...second.data])).toEqual(idsOf(sales));
    expect((await get('cursor=', randomUUID())).body).toEqual({ data: [], limit: 20, next_cursor: null });
  });

  test('a cursor belongs to its company, filters, order and list; the limit may change', async () => {
    const { next_cursor } = (await get('cursor=&limit=2&status=PAGA&ordenar=-data')).body;
    expect((await get(`cursor=${next_cursor}&limit=3&status=PAGA&ordenar=-data`)).status).toBe(200);
    const refused = [
      get(`cursor=${next_cursor}&ordenar=-data`),
      get(`cursor=${next_cursor}&status=Pedido&ordenar=-data`),
      get(`cursor=${next_cursor}&status=PAGA`),
      get(`cursor=${next_cursor}&status=PAGA&ordenar=data`),
      get(`cursor=${next_cursor}&status=PAGA&ordenar=-data&search=a`),
      get(`cursor=${next_cursor}&status=PAGA&ordenar=-data`, randomUUID()),
    ];
    for (const { status, body } of await Promise.all(refused))
      expect([status, body]).toEqual([400, { error: 'Cursor inválido' }]);
  });

  test('a cursor that was changed is refused, never a failure', async () => {
    const { next_cursor } = (await get('cursor=&limit=2&ordenar=data')).body;
    const [fingerprint, , id] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString());
    const made = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const changed = [
      'x',
      '%00',
      'null',
      made(fingerprint),
      made(fingerprint, '0000-01-01', id),
      made(fingerprint, '2026-02-30', id),
      made(fingerprint, '2026-01-01', 'x'),
      made(fingerprint, 7, id),
      made(fingerprint, "2026-01-01'", id),
      made(fingerprint, '2026-01-01', id, id),
      made({}, '2026-01-01', id),
      `${next_cursor.slice(0, 20)}`,
    ];
    for (const cursor of changed)
      expect((await get(`ordenar=data&cursor=${cursor}`)).body, cursor).toEqual({ error: 'Cursor inválido' });
  });

  test.each(orders)(
    'in order %s, records that exist throughout come once, whatever is added and removed',
    async (ordenar) => {
      const owner = randomUUID();
      const parties = [own('Mercado', owner), own('Indústria', owner)] as const;
      const some = (n: number) =>
        saleBody(...parties, {
          data: `2026-01-${10 + ((n * 7) % 19)}`,
          itens: [{ produtoId: 'A', quantidade: 1, valorUnitario: 1 + ((n * 5) % 23) }],
        });
      const kept = await Promise.all(Array.from({ length: 24 }, (_, n) => create(some(n), owner)));
      const doomed = await Promise.all(Array.from({ length: 12 }, (_, n) => create(some(n + 3), owner)));
      let n = 0;
      const seen = await collectPages<Sale>(async (cursor) => {
        const writes = [create(some(n++), owner), create(some(n++), owner)];
        const gone = doomed.pop();
        const remove =
          gone && service.app.inject({ method: 'DELETE', url: `/api/v1/sales/${gone.id}`, headers: asEmpresa(owner) });
        const { body } = await get(`limit=3&ordenar=${ordenar}&cursor=${cursor}`, owner);
        await Promise.all([...writes, remove]);
        return body;
      }, 60);
      const ids = idsOf(seen);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => kept.some((sale) => sale.id === id)).sort()).toEqual(idsOf(kept).sort());
    },
  );
});

describe('bad input', () => {
  const long = 'x'.repeat(201);
  test.each([
    ['pedido=', 'pedido'],
    ['pedido=%20', 'pedido'],
    ['pedido=%00', 'pedido'],
    [`pedido=${'x'.repeat(51)}`, 'pedido'],
    ['pedido=a&pedido=a', 'pedido'],
    ['status=paga', 'status'],
    ['status=', 'status'],
    ['status=PAGA&status=PAGA', 'status'],
    ['cliente_id=abc', 'cliente_id'],
    ['cliente_id=', 'cliente_id'],
    ['representada_id=%00', 'representada_id'],
    ['data_de=2026-02-30', 'data_de'],
    ['data_de=01/02/2026', 'data_de'],
    ['data_ate=0000-01-01', 'data_ate'],
    ['data_ate=', 'data_ate'],
    ['data_de=2026-02-02&data_ate=2026-02-01', 'data_ate'],
    ['valor_min=-1', 'valor_min'],
    ['valor_min=1,5', 'valor_min'],
    ['valor_max=1e9', 'valor_max'],
    ['valor_max=99999999999999', 'valor_max'],
    ['valor_max=', 'valor_max'],
    ['valor_min=10&valor_max=9.99', 'valor_max'],
    [`search=${long}`, 'search'],
    ['search=%00', 'search'],
    ['search=a&search=b', 'search'],
    ['ordenar=nome', 'ordenar'],
    ['ordenar=', 'ordenar'],
    ['ordenar=data&ordenar=data', 'ordenar'],
    ['cursor=a&cursor=b', 'cursor'],
    [`cursor=${'x'.repeat(2_001)}`, 'cursor'],
    ['cursor=&page=1', 'page'],
    ['mes=7', 'mes'],
  ])('%s is a 400 that names %s', async (query, field) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Dados de entrada inválidos', details: [{ path: [field] }] });
    const file = await getFile(query);
    expect(file.statusCode).toBe(400);
    if (field !== 'page') expect(file.json().details[0].path).toEqual([field]);
  });
});

test('in a CSV file the total of a sale has two decimals', async () => {
  const totals = (await getFile('')).body.matchAll(/;(\d+(?:,\d+)?);2[\dT:.-]+Z;/g);
  expect(new Set([...totals].map(([, total]) => total))).toEqual(
    new Set(['10,00', '10,50', '99,99', '1000,00', '0,01']),
  );
});

test('in a sheet the date of a sale is a date', async () => {
  const { sheets } = await readXlsx((await getFile('formato=xlsx&ordenar=data')).rawPayload);
  const dates = sheets[0]?.rows.slice(1).map((row) => (row[2] as Date).toISOString().slice(0, 10));
  expect(dates).toEqual(sales.map(({ data }) => data).sort());
});
