import { randomUUID } from 'node:crypto';
import {
  countRepresentadaSales,
  fenceReference,
  headers as names,
  renameReference,
  renameReferences,
  voidFence,
} from '@representa/contracts';
import { connectPostgres } from '@representa/postgres';
import { asEmpresa, saleBody, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeReferencesRepository } from '../../src/references/references.repository.ts';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let admin: postgres.Sql;
let empresa_id: string;
let cliente: string;
let representada: string;

beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa_id = randomUUID();
  cliente = service.own(empresa_id, { nome: 'Cliente' });
  representada = service.own(empresa_id, { nome: 'Representada' });
});

const caller = () => ({ deadline: performance.now() + 1_000 });
const attempt = (epoch: number) => ({ empresa_id, id: cliente, kind: 'client' as const, epoch });
const fence = (epoch: number) => service.clients.ask(fenceReference, attempt(epoch), caller());
const unfence = (epoch: number) => service.clients.ask(voidFence, attempt(epoch), caller());
const rename = (nome: string, revision: number) =>
  service.clients.ask(renameReference, { empresa_id, id: cliente, kind: 'client', nome, revision }, caller());
const headers = () => asEmpresa(empresa_id);
const sell = (more: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/sales',
    headers: { ...headers(), ...more },
    payload: saleBody(cliente, representada),
  });
const remove = (id: string) => service.existing.delete(`${empresa_id} ${id}`);
/** Asked about a second time, after a first attempt to write was refused. */
const untilAskedAgain = (id: string) => until('the owner is asked again', () => (service.asked.get(id) ?? 0) > 1);
const nameInList = async () =>
  (await service.app.inject({ url: '/api/v1/sales', headers: headers() })).json().data[0].cliente_nome;

describe('fence', () => {
  test('lets sales of a fenced client wait: a delete that is taken back refuses none of them', async () => {
    expect(await fence(1)).toEqual({ outcome: 'fenced' });
    const sale = sell({ 'idempotency-key': 'waits' });
    await untilAskedAgain(cliente);
    await unfence(2);
    expect((await sale).statusCode).toBe(201);
    expect(await nameInList()).toBe('Cliente');
  });

  test('refuses them once the client is gone, and tells that it is not known while the delete is under way', async () => {
    expect(await fence(1)).toEqual({ outcome: 'fenced' });
    expect((await sell({ [names.timeout]: '100' })).statusCode).toBe(503);
    service.asked.clear();
    const sale = sell();
    await untilAskedAgain(cliente);
    remove(cliente);
    expect((await sale).json()).toEqual({ error: 'Cliente não encontrado ou inativo' });
  });

  test('counts the sales of a client that is in use, and voids the attempt', async () => {
    const sales = await Promise.all([sell(), sell(), sell()]);
    expect(await fence(1)).toEqual({ outcome: 'in-use', sales: 3, counted: 'sales' });
    for (const sale of sales) {
      await service.app.inject({ method: 'DELETE', url: `/api/v1/sales/${sale.json().data.id}`, headers: headers() });
    }
    expect(await fence(1)).toEqual({ outcome: 'voided' });
    expect(await fence(2)).toEqual({ outcome: 'fenced' });
  });

  test('counts the sales of a representada, and its adjustments when it has no sales, and voids the attempt', async () => {
    const fenceRepresentada = (epoch: number) =>
      service.clients.ask(fenceReference, { empresa_id, id: representada, kind: 'representada', epoch }, caller());
    const post = (path: string, payload: object) =>
      service.app.inject({ method: 'POST', url: `/api/v1/${path}`, headers: headers(), payload });
    for (const valor of [10, -5])
      await post('commissions/adjustments', { representada_id: representada, valor, motivo: 'Acerto' });
    const { id } = (await sell()).json().data;
    expect(await fenceRepresentada(1)).toEqual({ outcome: 'in-use', sales: 1, counted: 'sales' });
    await service.app.inject({ method: 'DELETE', url: `/api/v1/sales/${id}`, headers: headers() });
    expect(await fenceRepresentada(2)).toEqual({ outcome: 'in-use', sales: 2, counted: 'commissions' });
    expect(await fenceRepresentada(2)).toEqual({ outcome: 'voided' });
  });

  test('names what was counted, even if the sales are deleted right after', async () => {
    await sell();
    const database = connectPostgres({
      url: service.stack.databaseUrl('sales'),
      schema: 'sales',
      connections: 1,
      statementTimeoutMs: 5_000,
    });
    onTestFinished(() => database.end());
    const deleting: typeof database.within = async (...statement) => {
      const rows = await database.within(...statement);
      await admin`delete from sales.sale where empresa_id = ${empresa_id}`;
      return rows;
    };
    const references = makeReferencesRepository({ ...database, within: deleting });
    const counted = await references.fence(caller(), { empresa_id, id: representada, kind: 'representada', epoch: 1 });
    expect(counted).toEqual({ outcome: 'in-use', sales: 1, counted: 'sales' });
  });

  test('a late message of a voided attempt changes nothing, known client or not', async () => {
    await unfence(3);
    expect(await fence(2)).toEqual({ outcome: 'voided' });
    expect(await fence(3)).toEqual({ outcome: 'voided' });
    expect((await sell()).statusCode).toBe(201);
  });

  test('voiding an older attempt leaves the fence of a newer one', async () => {
    expect(await fence(5)).toEqual({ outcome: 'fenced' });
    await unfence(4);
    expect((await sell({ [names.timeout]: '100' })).statusCode).toBe(503);
  });

  test('raced with sales, in both orders: either the sales are counted or they are refused', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      cliente = service.own(empresa_id, { nome: 'Cliente' });
      const before = round % 2 === 0 ? [sell(), sell(), sell()] : [];
      // In every other round as soon as the first one is there.
      const fenced = before.length > 0 ? Promise.race(before).then(() => fence(1)) : fence(1);
      const decided = fenced.then(({ outcome }) => {
        if (outcome === 'fenced') remove(cliente);
        return outcome;
      });
      const sales = await Promise.all([...before, sell(), sell()]);
      const sold = sales.filter(({ statusCode }) => statusCode === 201).length;
      const outcome = await decided;
      outcomes.add(outcome);
      if (outcome === 'fenced') expect(sold).toBe(0);
      else expect(sold).toBeGreaterThan(0);
    }
    expect(outcomes).toEqual(new Set(['fenced', 'in-use']));
  });
});

describe('a representada without sales', () => {
  const post = async (path: string, body: object) =>
    service.app.inject({
      method: 'POST',
      url: `/api/v1/commissions/${path}`,
      headers: headers(),
      payload: { representada_id: representada, ...body },
    });
  const pay = () => post('payments', { valor: 10 });
  const adjust = () => post('adjustments', { valor: 150, motivo: 'Meta' });
  const fenceIt = (epoch: number) =>
    service.catalog.ask(fenceReference, { empresa_id, id: representada, kind: 'representada', epoch }, caller());

  test('is in use while it has payments that were not taken back', async () => {
    const payments = [await pay(), await pay()];
    expect(await fenceIt(1)).toEqual({ outcome: 'in-use', sales: 2, counted: 'commissions' });
    for (const payment of payments) {
      const url = `/api/v1/commissions/payments/${payment.json().data.id}`;
      expect((await service.app.inject({ method: 'DELETE', url, headers: headers() })).statusCode).toBe(200);
    }
    expect(await fenceIt(2)).toEqual({ outcome: 'fenced' });
    service.asked.clear();
    const waiting = Promise.all([pay(), adjust()]);
    await until('the owner is asked again', () => (service.asked.get(representada) ?? 0) > 2);
    remove(representada);
    expect((await waiting).map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  });

  test('is in use once it has an adjustment, paid or not; with sales, these are counted', async () => {
    await adjust();
    expect(await fenceIt(1)).toEqual({ outcome: 'in-use', sales: 1, counted: 'commissions' });
    expect((await post('payments', { valor: 150 })).json().data.credito).toBe(0);
    expect(await fenceIt(2)).toEqual({ outcome: 'in-use', sales: 2, counted: 'commissions' });
    expect((await sell()).statusCode).toBe(201);
    expect(await fenceIt(3)).toEqual({ outcome: 'in-use', sales: 1, counted: 'sales' });
  });

  test('raced with payments and adjustments, in both orders: either they are counted or they are refused', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      representada = service.own(empresa_id, { nome: 'Representada' });
      const before = round % 2 === 0 ? [pay(), adjust(), pay(), adjust()] : [];
      // In every other round as soon as the first one is recorded.
      const fenced = before.length > 0 ? Promise.race(before).then(() => fenceIt(1)) : fenceIt(1);
      const decided = fenced.then(({ outcome }) => {
        if (outcome === 'fenced') remove(representada);
        return outcome;
      });
      const answers = await Promise.all([...before, pay(), adjust()]);
      const recorded = answers.filter(({ statusCode }) => statusCode === 201).length;
      const outcome = await decided;
      outcomes.add(outcome);
      if (outcome === 'fenced') expect(recorded).toBe(0);
      else expect(recorded).toBeGreaterThan(0);
    }
    expect(outcomes).toEqual(new Set(['fenced', 'in-use']));
  });
});

test('the sales of a representada are counted without a fence, by company', async () => {
  const count = (of: string) =>
    service.catalog.ask(countRepresentadaSales, { empresa_id: of, id: representada }, caller());
  expect(await count(empresa_id)).toEqual({ sales: 0 });
  expect([(await sell()).statusCode, (await sell()).statusCode]).toEqual([201, 201]);
  expect([await count(empresa_id), await count(randomUUID())]).toEqual([{ sales: 2 }, { sales: 0 }]);
  expect((await sell()).statusCode).toBe(201);
});

/** A transaction of sales that is open after these statements. */
const begin = async (statements: readonly string[]) => {
  const sql = postgres(service.stack.databaseUrl('sales'), {
    max: 1,
    connection: { search_path: 'sales, extensions' },
  });
  onTestFinished(() => sql.end());
  await sql.unsafe('begin');
  for (const statement of statements) await sql.unsafe(statement);
  const someoneWaits = (call: string) =>
    until(`${call} waits`, async () => {
      const waiting = await admin`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${call}%`}`;
      return waiting.length > 0;
    });
  return { someoneWaits, commit: () => sql.unsafe('commit') };
};
const noCommission = {
  comissao_quando: 'recebimento',
  comissao_dia: 15,
  comissao_taxa: 0,
  comissao_percentual: 0,
  comissao: 0,
  recebido: 1,
  entries: [],
};
const beginSale = () => {
  const references = {
    cliente_id: cliente,
    cliente_nome: 'Cliente',
    cliente_revision: 0,
    representada_id: representada,
  };
  const sale = { ...references, representada_nome: 'Representada', representada_revision: 0 };
  const batch = [
    { ...sale, n: 1, ano: 2026, data: '2026-01-01', status: 'PAGA', valor_total: 1, itens: [], ...noCommission },
  ];
  return begin([`select * from create_sales('${empresa_id}', '${JSON.stringify(batch)}')`]);
};

describe('while a sale of the client is being created', () => {
  test('a rename does not wait for it', async () => {
    await sell();
    const sale = await beginSale();
    await rename('Novo', 1);
    expect(await nameInList()).toBe('Novo');
    await sale.commit();
    expect(await fence(1)).toEqual({ outcome: 'in-use', sales: 2, counted: 'sales' });
  });

  test.each(['before', 'after'])('a fence waits for it and counts it, with a rename %s', async (order) => {
    await sell();
    if (order === 'before') await rename('Novo', 1);
    const sale = await beginSale();
    if (order === 'after') await rename('Novo', 1);
    const fenced = fence(1);
    await sale.someoneWaits('set_fence');
    await sale.commit();
    expect(await fenced).toEqual({ outcome: 'in-use', sales: 2, counted: 'sales' });
  });
});

test.each([false, true])(
  'a sale waits for a fence that is being set, and is refused (renamed: %s)',
  async (isRenamed) => {
    const { id } = (await sell()).json().data;
    await service.app.inject({ method: 'DELETE', url: `/api/v1/sales/${id}`, headers: headers() });
    const renaming = `update reference set nome = 'Novo', revision = 1 where id = '${cliente}'`;
    const fence = `select set_fence('${empresa_id}', '${cliente}', 'client', 1)`;
    const fencing = await begin(isRenamed ? [renaming, fence] : [fence]);
    const sold = sell();
    await fencing.someoneWaits('create_sales');
    remove(cliente);
    await fencing.commit();
    expect((await sold).json()).toEqual({ error: 'Cliente não encontrado ou inativo' });
  },
);

describe('rename', () => {
  test('an older name never overwrites a newer one', async () => {
    await sell();
    await rename('Segundo', 2);
    await rename('Primeiro', 1);
    expect(await nameInList()).toBe('Segundo');
  });

  test('names of an import come in one message; those that are older overwrite nothing', async () => {
    await sell();
    await rename('Segundo', 2);
    const other = randomUUID();
    const client = (id: string, nome: string, revision: number) =>
      ({ empresa_id, id, kind: 'client', nome, revision }) as const;
    const renamed = [client(cliente, 'Primeiro', 1), client(other, 'Outro', 1)];
    await service.clients.ask(renameReferences, renamed, caller());
    expect(await nameInList()).toBe('Segundo');
    expect(await admin`select nome from sales.reference where id = ${other}`).toEqual([{ nome: 'Outro' }]);
  });

  test('a sale that read the older name before the rename shows the newer one', async () => {
    await rename('Novo', 1);
    expect((await sell()).statusCode).toBe(201);
    expect(await nameInList()).toBe('Novo');
  });
});
