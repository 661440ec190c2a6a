import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { processes } from '@representa/contracts';
import { brokenRules, hasTool, outputOf, startTestDatabase } from '@representa/testing';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

const hasPsql = hasTool('psql (Debian: postgresql-client)', outputOf('psql', '--version'));

it.each(processes)('finds audit entries of %s that were changed', async (schema) => {
  const database = await startTestDatabase();
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`set search_path = ${schema}, extensions`);
  const empresa = randomUUID();
  await sql`insert into change_sequence (empresa_id, last) values (${empresa}, 3)`;
  for (const numero of [1, 2, 3])
    await sql`select audit(${empresa}, ${numero}, ${sql.json({ chave_id: randomUUID() })}, 'criar', 'x', 'y', null)`;
  // The chain goes on from a checkpoint.
  await sql`select cut_audit(${empresa}, 1, hash, '', '') from audit_entry where empresa_id = ${empresa} and numero = 1`;
  expect(await brokenRules(sql)).toEqual([]);
  await sql`update audit_entry set chave_id = null where numero = 2`;
  expect(await brokenRules(sql)).toEqual([`audit entries of ${schema} whose filters do not fit them: 1`]);
  await sql`update audit_entry set entry = replace(entry, 'criar', 'mudar'), chave_id = (entry::json ->> 'chave_id')::uuid
    where numero = 2`;
  expect(await brokenRules(sql)).toEqual([`audit entries of ${schema} that do not fit the hash before them: 1`]);
  await sql.end();
  await database.stop();
});

it.each(processes)('finds a hole in the audit of %s, after the entries that were removed', async (schema) => {
  const database = await startTestDatabase();
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(`set search_path = ${schema}, extensions`);
  const empresa = randomUUID();
  const setLast = (last: number) => sql`
    insert into change_sequence (empresa_id, last) values (${empresa}, ${last})
    on conflict (empresa_id) do update set last = excluded.last`;
  const add = (numero: number) => sql`select audit(${empresa}, ${numero}, ${sql.json({})}, 'criar', 'x', 'y', null)`;
  await setLast(4);
  for (const numero of [3, 4]) await add(numero);
  expect(await brokenRules(sql, /audit/)).toEqual([]);
  await setLast(5);
  const hole = [`companies whose audit entries of ${schema} have a hole: 1`];
  expect(await brokenRules(sql, /audit/)).toEqual(hole);
  await setLast(6);
  await add(6);
  expect(await brokenRules(sql, /audit/)).toEqual(hole);
  await add(5);
  expect(await brokenRules(sql, /have a hole/)).toEqual([]);
  await sql.end();
  await database.stop();
});

it('finds a payment of commissions whose credit is not that of the ledger', async () => {
  const database = await startTestDatabase();
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await sql`insert into sales.commission_payment
    (empresa_id, id, representada_id, data, valor, referencia, credito, created_at)
    values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, current_date, 5, '', 5, now())`;
  expect(await brokenRules(sql)).toContain('commission payments whose credit differs from their entries: 1');
  await sql.end();
  await database.stop();
});

it.runIf(hasPsql)('makes psql fail when a rule is broken, and names the rule', async () => {
  const database = await startTestDatabase();
  const check = () =>
    promisify(execFile)('psql', [database.adminUrl, '--file', `${deployFolder}components/backup/consistency.sql`]);
  expect((await check()).stdout).toContain('companies with a wrong counter of clients');
  const sql = postgres(database.adminUrl, { max: 1 });
  await sql`insert into clients.record_counter (empresa_id, resource, total) values (gen_random_uuid(), 'client', 3)`;
  await expect(check()).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringContaining('companies with a wrong counter of clients: 1'),
  });
  await sql.end();
  await database.stop();
});

it('finds a sale whose version counts a change that neither its history nor the audit has', async () => {
  const database = await startTestDatabase();
  const sql = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  await sql`set search_path = sales, extensions`;
  const [empresa, id] = [randomUUID(), randomUUID()];
  await sql`insert into sale (empresa_id, id, pedido, cliente_id, representada_id, data, status, valor_total, comissao,
      comissao_percentual, created_at, updated_at, version, change)
    values (${empresa}, ${id}, 'X', ${randomUUID()}, ${randomUUID()}, now(), 'Pedido', 0, 0, 0, now(), now(), 2, 1)`;
  const broken = () => brokenRules(sql, /version/);
  expect(await broken()).toEqual(['sales whose version is not one more than the number of their changes: 1']);
  await sql`select audit(${empresa}, 1, '{}', 'alterar', 'sales', ${id}, '{}')`;
  expect(await broken()).toEqual([]);
  await sql`select audit(${empresa}, 2, '{}', 'alterar', 'sales', ${id}, '{}')`;
  expect(await broken()).toHaveLength(1);
  await sql`select cut_audit(${empresa}, 2, '', '', '')`;
  expect(await broken()).toEqual([]);
  await sql`insert into sale_history (empresa_id, sale_id, version, alterado_em, de, para)
    select ${empresa}, ${id}, version, now(), '{}', '{}' from generate_series(2, 3) as version`;
  expect(await broken()).toHaveLength(1);
  await sql.end();
  await database.stop();
});
