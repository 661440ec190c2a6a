import { randomUUID } from 'node:crypto';
import { callWithin } from '@representa/contracts';
import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../src/statement.ts';
import { useDatabase } from './database.ts';

const warned: object[] = [];
const log = { ...silentLog, warn: (details: object) => void warned.push(details) };
const { database, adminUrl } = useDatabase({ statementTimeoutMs: 20_000, log });

test('a statement that PostgreSQL rolls back to end a deadlock is run again, and logged', async () => {
  const admin = postgres(adminUrl(), { max: 1, connection: { search_path: 'clients' } });
  onTestFinished(() => admin.end());
  // A session looks for a deadlock once, so long after it begins to wait: the other one must wait by then, too.
  await admin`alter role clients in database ${admin(new URL(adminUrl()).pathname.slice(1))} set deadlock_timeout = '3s'`;
  const [one, other] = [randomUUID(), randomUUID()];
  const count = (id: string) => `update client_counter set last_codigo = last_codigo + 1 where empresa_id = '${id}'`;
  await admin`insert into client_counter (empresa_id, last_codigo) values (${one}, 0), (${other}, 0)`;

  const [counted] = await admin.begin(async (transaction) => {
    // The other side of the deadlock is the one that gives up.
    await transaction`set local deadlock_timeout = '1min'`;
    await transaction.unsafe(count(other));
    const both = database.within(callWithin(20_000), sql.unsafe(`${count(one)}; ${count(other)}`), 'script');
    await until('the statement waits for this transaction', async () => {
      const waiting = await transaction`
        select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
      return waiting.length > 0;
    });
    await transaction.unsafe(count(one));
    return [both];
  });
  await counted;
  expect(await admin`select last_codigo::int from client_counter where empresa_id in (${one}, ${other})`).toEqual([
    { last_codigo: 2 },
    { last_codigo: 2 },
  ]);
  // More than once, if it takes its first row again before the transaction has woken up.
  expect(warned.length).toBeGreaterThan(0);
  for (const line of warned) expect(line).toEqual({ statement: 'UPDATE client_counter' });
});
