import { randomUUID } from 'node:crypto';
import { callWithin } from '@representa/contracts';
import { startTestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { connectPostgres } from '../src/index.ts';
import { sql } from '../src/statement.ts';

test('a statement that PostgreSQL rolls back to end a deadlock is run again', async () => {
  const testDatabase = await startTestDatabase();
  const admin = postgres(testDatabase.adminUrl, { max: 1, connection: { search_path: 'clients' } });
  const database = connectPostgres({
    url: testDatabase.databaseUrl('clients'),
    schema: 'clients',
    connections: 1,
    statementTimeoutMs: 5_000,
  });
  onTestFinished(async () => {
    await Promise.all([database.end(), admin.end()]);
    await testDatabase.stop();
  });
  const [one, other] = [randomUUID(), randomUUID()];
  const count = (id: string) => `update client_counter set total = total + 1 where empresa_id = '${id}'`;
  await admin`insert into client_counter (empresa_id) values (${one}), (${other})`;

  const [counted] = await admin.begin(async (transaction) => {
    // The other side of the deadlock is the one that gives up.
    await transaction`set local deadlock_timeout = '1min'`;
    await transaction.unsafe(count(other));
    const both = database.within(callWithin(10_000), sql.unsafe(`${count(one)}; ${count(other)}`), 'script');
    await until('the statement waits for this transaction', async () => {
      const waiting = await transaction`
        select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
      return waiting.length > 0;
    });
    await transaction.unsafe(count(one));
    return [both];
  });
  await counted;
  expect(await admin`select total::int from client_counter where empresa_id in (${one}, ${other})`).toEqual([
    { total: 2 },
    { total: 2 },
  ]);
});
