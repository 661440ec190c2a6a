import { beforeAll, describe, expect, inject, test } from 'vitest';
import { a, b } from './api.ts';
import { randomCnpj } from './documents.ts';
import { expectError } from './expectations.ts';
import {
  type Client,
  clientBody,
  createClient,
  createParties,
  createProduct,
  createRepresentada,
  createSale,
  type Parties,
  productBody,
  type Representada,
  type Sale,
  saleBody,
  times,
  word,
} from './records.ts';

// No other file creates records in company B, so the tests here can check consecutive codes and exact totals.

const year = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', year: 'numeric' }).format();
const numberOf = (code: string): number => Number(/\d+$/.exec(code)?.[0]);
const pedidoOf = (n: number): string => `PED-${year}-${String(n).padStart(4, '0')}`;
const codigoOf = (n: number): string => `CLI${String(n).padStart(4, '0')}`;
const statuses = (replies: { status: number }[]): number[] => replies.map(({ status }) => status).sort();
const totalOf = async (path: string): Promise<number> => (await b.get(path)).json.total;

const codeOfNewSale = async (changes: object = {}): Promise<string> => (await createSale(parties, changes, b)).pedido;
const codeOfNewClient = async (changes: object = {}): Promise<string> => (await createClient(changes, b)).codigo;

test.runIf(inject('fresh'))('[CODE-01] a new company has empty lists, and its codes begin at 0001', async () => {
  for (const path of ['/sales', '/clients', '/products', '/representadas']) {
    expect((await b.get(path)).json).toMatchObject({ data: [], total: 0, page: 1, limit: 20 });
  }
  const own = await createParties(b);
  const { json } = await b.get<Client[]>('/clients');
  expect(json.data.map(({ codigo }) => codigo)).toEqual(['CLI0001']);
  expect((await createSale(own, {}, b)).pedido).toBe(pedidoOf(1));
});

let parties: Parties;
beforeAll(async () => {
  if (!inject('fresh')) parties = await createParties(b);
});

describe('generated codes', () => {
  test('[CODE-02] thirty concurrent sales get thirty consecutive codes', async () => {
    parties ??= await createParties(b);
    const first = await codeOfNewSale();
    expect(first).toBe(pedidoOf(numberOf(first)));
    const codes = await Promise.all(times(30, () => codeOfNewSale()));
    expect(codes.sort()).toEqual(times(30, (i) => pedidoOf(numberOf(first) + 1 + i)).sort());
  });

  test('[CODE-03] thirty concurrent clients get thirty consecutive codes', async () => {
    const first = await codeOfNewClient();
    expect(first).toBe(codigoOf(numberOf(first)));
    const codes = await Promise.all(times(30, () => codeOfNewClient()));
    expect(codes.sort()).toEqual(times(30, (i) => codigoOf(numberOf(first) + 1 + i)).sort());
  });

  test('[CODE-04] codes that a caller chose are skipped', async () => {
    const pedido = numberOf(await codeOfNewSale());
    for (const ahead of [1, 2, 4]) await codeOfNewSale({ pedido: pedidoOf(pedido + ahead) });
    expect([await codeOfNewSale(), await codeOfNewSale()]).toEqual([pedidoOf(pedido + 3), pedidoOf(pedido + 5)]);
    const codigo = numberOf(await codeOfNewClient());
    for (const ahead of [1, 2, 4]) await codeOfNewClient({ codigo: codigoOf(codigo + ahead) });
    expect([await codeOfNewClient(), await codeOfNewClient()]).toEqual([codigoOf(codigo + 3), codigoOf(codigo + 5)]);
  });

  test('[CODE-05] a code that an update chose is skipped', async () => {
    const client = await createClient({}, b);
    await b.put(`/clients/${client.id}`, { codigo: codigoOf(numberOf(client.codigo) + 1) });
    expect(await codeOfNewClient()).toBe(codigoOf(numberOf(client.codigo) + 2));
  });

  test('[CODE-06] refused creations leave no gap, and codes of deleted records are not reused', async () => {
    const sale = await createSale(parties, {}, b);
    expectError(await b.post('/sales', saleBody({ ...parties, clienteId: parties.representadaId })), 404);
    expectError(await b.post('/sales', saleBody(parties, { itens: [] })), 400);
    expectError(await b.post('/sales', saleBody(parties, { pedido: sale.pedido })), 409);
    await b.delete(`/sales/${sale.id}`);
    expect(await codeOfNewSale()).toBe(pedidoOf(numberOf(sale.pedido) + 1));
    const client = await createClient({}, b);
    expectError(await b.post('/clients', clientBody({ email: client.email })), 409);
    await b.delete(`/clients/${client.id}`);
    expect(await codeOfNewClient()).toBe(codigoOf(numberOf(client.codigo) + 1));
  });

  test('[CODE-07] codes chosen by callers during generation cause neither a repeat nor a 500', async () => {
    const next = numberOf(await codeOfNewSale()) + 1;
    const replies = await Promise.all(
      times(30, (i) => b.post<Sale>('/sales', saleBody(parties, i % 3 ? {} : { pedido: pedidoOf(next + i) }))),
    );
    for (const [i, { status, text }] of replies.entries()) expect(i % 3 ? [201] : [201, 409], text).toContain(status);
    const codes = replies.filter(({ status }) => status === 201).map(({ json }) => json.data.pedido);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('totals', () => {
  test('[TOTAL-01] follow creations and deletes at once', async () => {
    const paths = ['/sales', '/clients', '/products', '/representadas'];
    const before = await Promise.all(paths.map(totalOf));
    const created = await Promise.all([
      Promise.all(times(12, () => createSale(parties, {}, b))),
      Promise.all(times(12, () => createClient({}, b))),
      Promise.all(times(12, () => createProduct({}, b))),
      Promise.all(times(12, () => createRepresentada({}, b))),
    ]);
    expect(await Promise.all(paths.map(totalOf))).toEqual(before.map((total) => total + 12));
    const [sales, clients, , representadas] = created.map((records) => records.map(({ id }) => id));
    const remove = (path: string, ids: string[] = []) => ids.map((id) => b.delete(`${path}/${id}`));
    await Promise.all([
      ...remove('/sales', sales),
      ...remove('/clients', clients),
      ...remove('/representadas', representadas),
    ]);
    const left = await Promise.all(paths.map(totalOf));
    expect(left).toEqual(before.map((total, i) => (paths[i] === '/products' ? total + 12 : total)));
  });

  test('[TOTAL-02] do not change with refused creations and deletes', async () => {
    const before = await Promise.all(['/sales', '/clients', '/representadas'].map(totalOf));
    expectError(await b.post('/clients', clientBody({ email: 'x' })), 400);
    expectError(await b.delete(`/clients/${parties.clienteId}`), 409);
    expectError(await b.delete(`/representadas/${parties.representadaId}`), 409);
    expect(await Promise.all(['/sales', '/clients', '/representadas'].map(totalOf))).toEqual(before);
  });
});

describe('two companies', () => {
  test('[ISO-10] may use the same codigo, pedido, CNPJ and id_externo', async () => {
    const [code, cnpj] = [word(), randomCnpj()];
    const ofA = await createParties();
    for (const [api, own] of [
      [a, ofA],
      [b, parties],
    ] as const) {
      const external = { id_externo: code };
      expect((await createClient({ codigo: code, ...external }, api)).codigo).toBe(code);
      expect((await createSale(own, { pedido: code, ...external }, api)).pedido).toBe(code);
      expect((await createRepresentada({ cnpj, ...external }, api)).cnpj).toBe(cnpj);
      await createProduct(external, api);
    }
  });

  test("[ISO-11] cannot use each other's client or representada in a sale or product", async () => {
    const ofA = await createParties();
    const clientOfA = saleBody({ ...parties, clienteId: ofA.clienteId });
    expectError(await b.post('/sales', clientOfA), 404, 'Cliente não encontrado ou inativo');
    const representadaOfA = saleBody({ ...parties, representadaId: ofA.representadaId });
    expectError(await b.post('/sales', representadaOfA), 404, 'Representada não encontrada');
    const product = productBody({ representada_id: ofA.representadaId });
    expectError(await b.post('/products', product), 404, 'Representada não encontrada');
  });
});

describe('concurrent requests', () => {
  const outcome = (wins: number, losses: number, lost: number): number[] =>
    [...times(wins, () => 201), ...times(losses, () => lost)].sort();

  test('[RACE-01] for one email, product id, codigo, pedido or CNPJ create one record', async () => {
    const shared = { email: `${word()}@exemplo.com`, id: word(), codigo: word(), pedido: word(), cnpj: randomCnpj() };
    const either = (i: number) => (i % 2 ? a : b);
    const body = (i: number) => clientBody({ email: i % 3 ? shared.email : shared.email.toUpperCase() });
    expect(statuses(await Promise.all(times(9, (i) => either(i).post('/clients', body(i)))))).toEqual(
      outcome(1, 8, 409),
    );
    const product = productBody({ id: shared.id });
    expect(statuses(await Promise.all(times(9, (i) => either(i).post('/products', product))))).toEqual(
      outcome(1, 8, 409),
    );
    const client = () => clientBody({ codigo: shared.codigo });
    expect(statuses(await Promise.all(times(9, () => b.post('/clients', client()))))).toEqual(outcome(1, 8, 409));
    const sale = saleBody(parties, { pedido: shared.pedido });
    expect(statuses(await Promise.all(times(9, () => b.post('/sales', sale))))).toEqual(outcome(1, 8, 409));
    const representada = { nome: 'x', cnpj: shared.cnpj };
    expect(statuses(await Promise.all(times(9, () => b.post('/representadas', representada))))).toEqual(
      outcome(1, 8, 409),
    );
  });

  test('[RACE-02] delete a record once', async () => {
    const own = await createParties(b);
    const sale = await createSale(own, {}, b);
    for (const path of [`/sales/${sale.id}`, `/clients/${own.clienteId}`, `/representadas/${own.representadaId}`]) {
      const replies = await Promise.all(times(6, () => b.delete(path)));
      expect(statuses(replies)).toEqual([200, 404, 404, 404, 404, 404]);
    }
  });

  test('[RACE-03] either create a sale or delete its client or representada, never both', async () => {
    for (const kind of times(12, (i) => (i % 2 ? 'clients' : 'representadas'))) {
      const own = await createParties(b);
      const path = `/${kind}/${kind === 'clients' ? own.clienteId : own.representadaId}`;
      const [sale, deletion] = await Promise.all([b.post<Sale>('/sales', saleBody(own)), b.delete(path)]);
      expect(
        [
          [201, 409],
          [404, 200],
        ],
        `${sale.text} ${deletion.text}`,
      ).toContainEqual([sale.status, deletion.status]);
      const after = await b.put<Client | Representada>(path, {});
      expect(after.status).toBe(sale.status === 201 ? 200 : 404);
      if (sale.status === 201) await createSale(own, {}, b);
    }
  });

  test('[RACE-05] create the sale of a client whose delete is refused meanwhile', async () => {
    for (const _round of times(12, () => 0)) {
      const own = await createParties(b);
      const path = `/clients/${own.clienteId}`;
      const ifMatch = { headers: { 'if-match': '"1"' } };
      const [sale, , deletion] = await Promise.all([
        b.post<Sale>('/sales', saleBody(own)),
        b.put(path, { observacao: 'mudou' }),
        b.send('DELETE', path, ifMatch),
      ]);
      expect(deletion.status === 200 ? 404 : 201, `${sale.text} ${deletion.text}`).toBe(sale.status);
    }
  });

  test('[RACE-04] to update one record do not overwrite each other', async () => {
    const { id } = await createClient({}, b);
    const days = ['segunda', 'terca', 'quarta', 'quinta', 'sexta'];
    await Promise.all(days.map((day) => b.put(`/clients/${id}`, { [day]: true })));
    expect((await b.put(`/clients/${id}`, {})).json.data).toMatchObject(
      Object.fromEntries(days.map((day) => [day, true])),
    );
  });
});
