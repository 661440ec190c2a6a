import { randomUUID } from 'node:crypto';
import { connectPostgres } from '@representa/postgres';
import { makeKeptAnswers } from '@representa/records';
import { asEmpresa, saleBody } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type SalesService, startSalesService } from './sales-service.ts';

let service: SalesService;
let admin: postgres.Sql;
let empresa: string;
let key: string;
let cliente: string;
let body: object;

beforeAll(async () => {
  service = await startSalesService();
  admin = postgres(service.stack.adminUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await service.stop();
});
beforeEach(() => {
  empresa = randomUUID();
  key = randomUUID();
  cliente = service.own(empresa);
  body = saleBody(cliente, service.own(empresa));
});

const post = (payload: object = body, idempotencyKey = key, identity = asEmpresa(empresa)) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/sales',
    headers: { ...identity, 'idempotency-key': idempotencyKey },
    payload,
  });
const total = async () =>
  (await service.app.inject({ url: '/api/v1/sales', headers: asEmpresa(empresa) })).json().total;

test('of the refusals of a company the newest thousand are kept', async () => {
  await admin`
    insert into sales.kept_answer (empresa_id, key, fingerprint, status, record, created_at)
    select ${empresa}, 'refused ' || n, '', case when n = 1 then 201 else 409 end, '{}', now() - interval '1 h' + n * interval '1 s'
    from generate_series(1, 1020) n`;
  service.existing.delete(`${empresa} ${cliente}`);
  expect((await post()).statusCode).toBe(404);
  const kept = await admin<{ key: string; status: number }[]>`
    select key, status from sales.kept_answer where empresa_id = ${empresa} order by created_at`;
  expect(kept.filter(({ status }) => status >= 400)).toHaveLength(1_000);
  expect(kept.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(kept.at(-1)?.key).toBe(key);
  expect((await post()).headers['idempotency-replayed']).toBe('true');
});

test('an Idempotency-Key belongs to its path: the same body at another one is another request', async () => {
  const receive = async (answer: ReturnType<typeof post>) =>
    service.app.inject({
      method: 'POST',
      url: `/api/v1/sales/${(await answer).json().data.id}/receipts`,
      headers: { ...asEmpresa(empresa), 'idempotency-key': 'shared-key' },
      payload: { valor: 1 },
    });
  const sell = () => post({ ...body, status: 'Pedido' }, randomUUID());
  expect((await receive(sell())).statusCode).toBe(201);
  const other = await receive(sell());
  expect([other.statusCode, other.json()]).toEqual([
    422,
    { error: 'Idempotency-Key já utilizada com outra requisição' },
  ]);
});

describe('a sale with an Idempotency-Key', () => {
  test('is created once; the same request gets the same answer, marked as replayed', async () => {
    const first = await post();
    const again = await post();
    expect([first.statusCode, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body).toBe(first.body);
    expect(await total()).toBe(1);
  });

  test('is replayed even when its client is inactive or gone by then', async () => {
    const first = await post();
    service.existing.delete(`${empresa} ${cliente}`);
    expect((await post()).body).toBe(first.body);
  });

  test('with another body is refused, and nothing is created', async () => {
    await post();
    const other = await post({ ...body, status: 'ENVIADA' });
    expect([other.statusCode, other.json()]).toEqual([
      422,
      { error: 'Idempotency-Key já utilizada com outra requisição' },
    ]);
    expect(await total()).toBe(1);
  });

  test('belongs to its company', async () => {
    await post();
    const other = randomUUID();
    for (const [address, record] of [...service.existing]) {
      service.existing.set(address.replace(empresa, other), record);
    }
    const answer = await post(body, key, asEmpresa(other));
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  test('sent many times at once is created once; the others replay it or are told that it is running', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post()));
    const created = answers.filter(({ statusCode, headers }) => statusCode === 201 && !headers['idempotency-replayed']);
    expect(created).toHaveLength(1);
    for (const answer of answers) {
      if (answer.statusCode === 201) expect(answer.body).toBe(created[0]?.body);
      else expect(answer.statusCode).toBe(409);
    }
    expect(await total()).toBe(1);
  });

  /** As a request with the key at a service holds it while it runs. */
  const holdKey = async (schema: string): Promise<() => Promise<void>> => {
    const lock = await admin.reserve();
    const release = async (): Promise<void> => {
      await lock`rollback`;
      lock.release();
    };
    onTestFinished(release);
    await lock`begin`;
    await lock`select pg_advisory_xact_lock(hashtextextended(${`${schema} ${empresa} ${key}`}, 0))`;
    return release;
  };

  test('is not running because another service is using the same key', async () => {
    await holdKey('clients');
    expect((await post()).statusCode).toBe(201);
  });

  test('is running while the first holds its lock, and free as soon as that is gone', async () => {
    const release = await holdKey('sales');
    const running = await post();
    expect([running.statusCode, running.headers['retry-after'], running.json()]).toEqual([
      409,
      '1',
      { error: 'Uma requisição com esta Idempotency-Key ainda está em andamento' },
    ]);
    await release();
    expect((await post()).statusCode).toBe(201);
  });

  test('keeps a refusal by the records, but neither bad input nor an outage', async () => {
    expect((await post({ ...body, itens: [] })).statusCode).toBe(400);
    await service.stack.nats.stop();
    expect((await post()).statusCode).toBe(503);
    await service.stack.nats.start();
    await expect
      .poll(async () => (await post({ ...body, clienteId: randomUUID() }, 'other')).statusCode, { timeout: 15_000 })
      .toBe(404);
    expect((await post()).statusCode).toBe(201);
    const unknown = { ...body, clienteId: randomUUID() };
    expect((await post(unknown, 'refused')).statusCode).toBe(404);
    const again = await post(unknown, 'refused');
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([404, 'true']);
    expect(again.json()).toEqual({ error: 'Cliente não encontrado ou inativo' });
  }, 30_000);

  test('is forgotten after 24 hours', async () => {
    await post();
    await admin`update sales.kept_answer set created_at = now() - interval '25 hours' where key = ${key}`;
    const answer = await post();
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await total()).toBe(2);
    expect((await post()).headers['idempotency-replayed']).toBe('true');
  });

  test('past its time is removed in the background, a few at a time', async () => {
    await post();
    await admin`
      insert into sales.kept_answer (empresa_id, key, fingerprint, status, record, created_at)
      select ${empresa}, 'old ' || n, '', 201, '{}', now() - interval '25 hours' from generate_series(1, 700) n`;
    const database = connectPostgres({
      url: service.stack.databaseUrl('sales'),
      schema: 'sales',
      connections: 1,
      statementTimeoutMs: 5_000,
    });
    const answers = makeKeptAnswers(database);
    const remove = () => answers.removeOld({ deadline: performance.now() + 5_000 });
    const steps = [await remove(), await remove(), await remove()];
    await database.end();
    expect(steps[0]).toBeLessThanOrEqual(500);
    expect(steps[2]).toBe(0);
    expect((await post()).headers['idempotency-replayed']).toBe('true');
  });

  test.each(['', 'com espaço', 'ã', 'x'.repeat(256)])('"%s" is no key', async (malformed) => {
    const answer = await post(body, malformed);
    expect([answer.statusCode, Object.keys(answer.json().details)]).toEqual([400, ['idempotency-key']]);
    expect(await total()).toBe(0);
  });
});
