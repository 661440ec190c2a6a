import { callWithin } from '@representa/contracts';
import { startStopwatch, until } from '@representa/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cannotWrite, DeadlinePassed, isDatabaseUnavailable } from '../src/index.ts';
import { sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

const limits = { connections: 1, statementTimeoutMs: 1_000 };
const { database, connect, adminUrl } = useDatabase(limits);
let admin: Sql;
beforeAll(() => {
  admin = postgres(adminUrl(), { max: 1 });
});
afterAll(() => admin.end());

const sleeping = async () => {
  const [row] = await admin`
    select count(*)::int as count from pg_stat_activity
    where query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()`;
  return row?.count;
};

test('a query in time is answered', async () => {
  expect(await database.within(callWithin(1_000), sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('past the deadline the caller is told, and the server stops working on it', async () => {
  const elapsedMs = startStopwatch();
  await expect(database.within(callWithin(200), sql`select pg_sleep(30)`)).rejects.toThrow(DeadlinePassed);
  expect(elapsedMs()).toBeLessThan(600);
  await until('the connection is free again', async () => (await sleeping()) === 0, 500);
});

test('a query that still waits for a connection is dropped', async () => {
  const long = database.within(callWithin(900), sql`select pg_sleep(0.5)`);
  await expect(database.within(callWithin(50), sql`select 1`)).rejects.toThrow(DeadlinePassed);
  await long;
});

test('no statement outlives the limit of the connection', async () => {
  const error = await database.within(callWithin(5_000), sql`select pg_sleep(30)`).catch((caught) => caught);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a server that only reads, as after a failover, is known by its refusal', async () => {
  const write = sql`with made as (insert into client_counter (empresa_id) values (gen_random_uuid())) select 1`;
  const readOnly = connect(limits, '?default_transaction_read_only=on');
  const error = await readOnly.within(callWithin(1_000), write).catch((caught) => caught);
  await readOnly.end();
  expect(error).toMatchObject({ code: '25006' });
  expect(cannotWrite(error)).toBe(true);
});

test('when some callers give up, the others get the answers to their own queries', async () => {
  const ask = async (number: number): Promise<void> => {
    const patience = number % 3 === 0 ? 20 : 5_000;
    const sleep = number % 5 === 0 ? 0.03 : 0.001;
    try {
      const [row] = await database.within(
        callWithin(patience),
        sql<[{ number: number }]>`select ${number}::int as number, pg_sleep(${sleep})`,
      );
      expect(row.number).toBe(number);
    } catch (error) {
      expect(error).toBeInstanceOf(DeadlinePassed);
    }
  };
  await Promise.all(Array.from({ length: 200 }, (_, number) => ask(number)));
});

test('a statement that fails after its first rows leaves nothing to the next one', async () => {
  const failing = database.within(callWithin(1_000), sql`select 1 / (3 - n) from generate_series(1, 3) n`);
  await expect(failing).rejects.toThrow(/division by zero/);
  expect(await database.within(callWithin(1_000), sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('an undefined value is refused, and its connection is free again', async () => {
  await expect(database.within(callWithin(1_000), sql`select ${undefined as never}`)).rejects.toThrow(/undefined/i);
  expect(await database.within(callWithin(1_000), sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a cancellation that comes late meets nobody else', async () => {
  // The server finishes at about the moment at which it is told to stop; the next statement waits for the connection.
  for (let round = 0; round < 150; round++) {
    const seconds = 0.016 + (round % 10) / 1_000;
    const hurried = database.within(callWithin(20), sql`select pg_sleep(${seconds})`).catch((error) => error);
    const next = database.within(callWithin(5_000), sql`select ${round}::int as round, pg_sleep(0.004)`);
    expect(await next).toMatchObject([{ round }]);
    await hurried;
  }
});

test('deadlines that pass while connections open do not use up the pool', async () => {
  const fresh = connect({ ...limits, connections: 3 });
  const impatient = Array.from({ length: 30 }, () => fresh.within(callWithin(1), sql`select 1`).catch(() => undefined));
  await Promise.all(impatient);
  expect(await fresh.within(callWithin(5_000), sql`select 1 as one`)).toEqual([{ one: 1 }]);
  const all = await Promise.all(
    Array.from({ length: 20 }, () => fresh.within(callWithin(5_000), sql`select 1 as one`)),
  );
  expect(all).toHaveLength(20);
  await fresh.end();
});
