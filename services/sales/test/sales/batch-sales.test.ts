import { randomUUID } from 'node:crypto';
import { fenceReference, headers as names } from '@representa/contracts';
import { limits } from '@representa/queues';
import { asEmpresa, saleBody, startStopwatch, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type SalesService, startSalesService } from '../sales-service.ts';

let service: SalesService;
let admin: postgres.Sql;
let empresas: string[];
let empresa: string;

beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, {
    max: 4,
    onnotice: () => {},
    connection: { search_path: 'sales, extensions' },
  });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresas = Array.from({ length: 5 }, () => randomUUID());
  empresa = empresas[0] as string;
});

const own = (empresaId: string, revision = 0): string => service.own(empresaId, { revision });
const send = (empresaId: string, payload: object, headers: object = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/sales',
    headers: { ...asEmpresa(empresaId), ...headers },
    payload,
  });
const post = (empresaId: string, changes: object = {}, headers: object = {}) =>
  send(empresaId, saleBody(own(empresaId), own(empresaId), changes), headers);
const total = async (empresaId: string): Promise<number> =>
  (await service.app.inject({ url: '/api/v1/sales', headers: asEmpresa(empresaId) })).json().total;
const transactions = async (): Promise<number> => {
  const [row] = await admin<[{ number: number }]>`
    select count(distinct xmin::text)::int as number from sales.sale where empresa_id = any (${empresas})`;
  return row.number;
};

/** While it is locked, a sale of the company waits in the database. */
const lockCounter = async (empresaId: string): Promise<() => Promise<void>> => {
  const ano = service.now.value.getUTCFullYear();
  await admin`insert into sales.sale_counter (empresa_id, ano) values (${empresaId}, ${ano}) on conflict do nothing`;
  const session = await admin.reserve();
  await session`begin`;
  await session`select from sales.sale_counter where empresa_id = ${empresaId} for update`;
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await session`rollback`;
    session.release();
  };
  onTestFinished(release);
  return release;
};
const waitsInDatabase = (number: number) =>
  until('the sales wait', async () => {
    const [row] = await admin<[{ count: number }]>`
      select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and query like '%create_sales%'`;
    return row.count === number;
  });

describe('sales that are asked for at the same time', () => {
  test('share transactions with those of their company, and each gets its own answer', async () => {
    const companies = empresas.slice(0, 3);
    // As many of each company as may run beside others.
    const each = limits.work.ofCompanyAmongOthers;
    const asked = Array.from({ length: 3 * each }, (_, i) => ({
      empresaId: companies[i % 3] as string,
      pedido: `A-${i}`,
    }));
    // All wait until all have been asked for, however busy the machine is.
    const releases = [];
    for (const empresaId of companies) releases.push(await lockCounter(empresaId));
    const bodies = asked.map(({ empresaId, pedido }) => saleBody(own(empresaId), own(empresaId), { pedido }));
    const sent = Promise.all(asked.map(({ empresaId }, i) => send(empresaId, bodies[i] as object)));
    await until('the references of all were looked up', () =>
      bodies.every(
        ({ clienteId, representadaId }) => service.asked.has(clienteId) && service.asked.has(representadaId),
      ),
    );
    await waitsInDatabase(3);
    for (const release of releases) await release();
    const answers = await sent;
    expect(answers.map((answer) => [answer.statusCode, answer.json().data?.pedido])).toEqual(
      asked.map(({ pedido }) => [201, pedido]),
    );
    for (const empresaId of companies) expect(await total(empresaId)).toBe(each);
    expect(await transactions()).toBeLessThan(asked.length / 2);
    const [shared] = await admin`
      select from sales.sale where empresa_id = any (${empresas}) group by xmin::text having count(distinct empresa_id) > 1`;
    expect(shared).toBeUndefined();
  });

  test('are refused one by one: a code that is taken, a client that is being deleted, a key that is used', async () => {
    await post(empresa, { pedido: 'TAKEN' });
    const fenced = own(empresa);
    const attempt = { empresa_id: empresa, id: fenced, kind: 'client' as const, epoch: 1 };
    await service.clients.ask(fenceReference, attempt, { deadline: performance.now() + 1_000 });
    const keyed = saleBody(own(empresa), own(empresa));
    const key = { 'idempotency-key': 'once' };

    const release = await lockCounter(empresa);
    const first = post(empresa);
    await waitsInDatabase(1);
    const answers = Promise.all([
      post(empresa),
      post(empresa, { pedido: 'TAKEN' }),
      post(empresa, { clienteId: fenced }),
      post(empresa, { pedido: 'TWICE' }),
      post(empresa, { pedido: 'TWICE' }),
      send(empresa, keyed, key),
      send(empresa, keyed, key),
      post(empresas[2] as string, { pedido: 'TAKEN' }),
    ]);
    // Its delete is carried out meanwhile.
    service.existing.delete(`${empresa} ${fenced}`);
    await release();
    expect((await first).statusCode).toBe(201);
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([201, 409, 404, 201, 409, 201, 201, 201]);
    expect((await answers)[6]?.body).toBe((await answers)[5]?.body);
    expect(await total(empresa)).toBe(5);
    expect(await total(empresas[2] as string)).toBe(1);
  });

  test('one that the database cannot take fails alone', async () => {
    const poisoned = own(empresa, 2 ** 31);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(empresa, i === 10 ? { clienteId: poisoned } : {})),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i === 10 ? 500 : 201)),
    );
    expect(await total(empresa)).toBe(19);
  });

  test('get the next free code past those that callers chose at the same time', async () => {
    const year = service.now.value.getUTCFullYear();
    const chosen = [2, 3, 5].map((number) => `PED-${year}-000${number}`);
    const answers = await Promise.all(
      [...chosen, undefined, undefined, undefined, undefined].map((pedido) => post(empresa, { pedido })),
    );
    const made = answers.filter(({ statusCode }) => statusCode === 201).map((answer) => answer.json().data.pedido);
    expect(new Set(made).size).toBe(made.length);
    expect(answers.slice(3).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(await total(empresa)).toBe(made.length);
  });

  test('are all right, however large they are', async () => {
    const itens = Array.from({ length: 1_000 }, (_, i) => ({ produtoId: `P-${i}`, quantidade: 1, valorUnitario: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => post(empresa, i % 2 ? { itens } : {}).then((answer) => answer.json())),
    );
    expect(answers.map(({ data }) => data.itens.length)).toEqual([2, 1_000, 2, 1_000, 2, 1_000, 2, 1_000, 2, 1_000]);
    // Two of the long ones would make one transaction too long.
    expect(await transactions()).toBeGreaterThanOrEqual(5);
  });

  test('of several replicas never deadlock, whatever new clients and years they share', async () => {
    const clients = Array.from({ length: 20 }, () => own(empresa));
    const representadas = [own(empresa), own(empresa)];
    const names = { cliente_nome: 'N', cliente_revision: 0, representada_nome: 'N', representada_revision: 0 };
    const noCommission = { comissao_quando: 'recebimento', comissao_dia: 15, comissao_taxa: 0, comissao_percentual: 0 };
    const batch = (round: number, ano: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        ...names,
        n: i + 1,
        ano,
        data: '2026-01-01',
        // New ones in every round.
        cliente_id: clients[(round + Math.round(Math.random())) % 20],
        representada_id: representadas[Math.round(Math.random())],
        status: 'PAGA',
        valor_total: 1,
        itens: [],
        ...noCommission,
        comissao: 0,
        recebido: 1,
        entries: [],
      }));
    const sql = postgres(service.stack.databaseUrl('sales'), {
      max: 6,
      connection: { search_path: 'sales, extensions' },
    });
    onTestFinished(() => sql.end());
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from(
          { length: 6 },
          (_, i) => sql`
            select * from create_sales(${empresa}, ${JSON.stringify(batch(round, 2026 + (i % 2)))}::text::json)`,
        ),
      );
      for (const answer of answers) expect(answer.filter(({ refusal }) => refusal !== null)).toEqual([]);
    }
    const [last] = await admin`
      select max(pedido) filter (where pedido like 'PED-2026-%') as this, max(pedido) filter (where pedido like 'PED-2027-%') as next
      from sales.sale where empresa_id = ${empresa}`;
    expect(last).toEqual({ this: 'PED-2026-1200', next: 'PED-2027-1200' });
    expect(await total(empresa)).toBe(20 * 6 * 20);
  });
});

describe('a company whose counter is locked', () => {
  test('keeps its own sales waiting, and nobody else', async () => {
    const release = await lockCounter(empresa);
    const held = [post(empresa), post(empresa), post(empresa)];
    await waitsInDatabase(1);
    const elapsedMs = startStopwatch();
    expect((await post(empresas[1] as string)).statusCode).toBe(201);
    expect(elapsedMs()).toBeLessThan(1_000);
    await waitsInDatabase(1);
    await release();
    for (const answer of await Promise.all(held)) expect(answer.statusCode).toBe(201);
  });

  test('answers 503 to those whose time is over, in the database or before it, and does not make their sales', async () => {
    const release = await lockCounter(empresa);
    const inTime = { [names.timeout]: '600' };
    const patient = post(empresa, { pedido: 'PATIENT' });
    await waitsInDatabase(1);
    const other = await lockCounter(empresas[1] as string);
    const elapsedMs = startStopwatch();
    const answers = await Promise.all([post(empresa, {}, inTime), post(empresas[1] as string, {}, inTime)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    expect(elapsedMs()).toBeLessThan(2_000);
    await waitsInDatabase(1);
    await Promise.all([release(), other()]);
    expect((await patient).statusCode).toBe(201);
    expect([await total(empresa), await total(empresas[1] as string)]).toEqual([1, 0]);
  });
});
