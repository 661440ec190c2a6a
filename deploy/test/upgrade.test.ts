import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProcessName } from '@representa/contracts';
import { makeSecrets, migrate, roleUrl, startNats, startProcesses, startRedis } from '@representa/local-stack';
import { brokenRules, maintenanceUrl, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { startTraffic, type Traffic } from './release-0.1-traffic.ts';

const server = inject('postgres');
const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
const address = new URL(server.url);
address.pathname = `/${name}`;
const databaseUrl = (role: ProcessName): string =>
  roleUrl({ url: address.href, rolePasswords: server.rolePasswords }, role);
const maintenance = postgres(maintenanceUrl(server.url), { max: 1, onnotice: () => {} });
let admin: postgres.Sql;

const upgrade = () => migrate({ postgres: { url: address.href, rolePasswords: server.rolePasswords } });

/** More clients than fit into one batch of a backfill. */
const moreClients = `
  insert into clients.client (empresa_id, codigo, nome, email, telefone, cidade, estado, ativo, created_at, updated_at)
  select '01900000-0000-7000-8000-00000000000a', 'X' || n, 'Cliente ' || n, n || '@muitos.example', '+5511987654321',
    'Natal', 'RN', true, now(), now() from generate_series(1, 5000) n;
  update clients.client_counter set total = total + 5000 where empresa_id = '01900000-0000-7000-8000-00000000000a'`;

beforeAll(async () => {
  const locale = "template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'";
  await maintenance.unsafe(`create database ${name} ${locale}`);
  admin = postgres(address.href, { max: 1, onnotice: () => {} });
  await admin.unsafe(readFileSync(`${deployFolder}test/releases/0.1.0.sql`, 'utf8'));
  await admin.unsafe(`set search_path to default; ${moreClients}`);
});
afterAll(async () => {
  await admin.end();
  await maintenance.unsafe(`drop database if exists ${name} with (force)`);
  await maintenance.end();
});

const isBusy = (traffic: Traffic): (() => boolean) => {
  const before = new Map(traffic.answered);
  return () => [...traffic.answered].filter(([call, times]) => times > (before.get(call) ?? 0)).length >= 8;
};

/**
 * Functions of release 0.1 return whole rows. A call that was planned before a column is added, and runs after, fails:
 * at most one on each connection.
 */
const rowChanged = /structure of query does not match function result type|function return row and query-specified/;

describe('the upgrade from the schema of release 0.1', () => {
  it('happens while processes of that release work, and they go on working', async () => {
    const traffic = startTraffic(databaseUrl);
    await until('every call was answered', isBusy(traffic), 30_000);
    await upgrade();
    await until('every call was answered again', isBusy(traffic), 30_000);
    await traffic.stop();
    expect(traffic.errors.filter((error) => !rowChanged.test(error))).toEqual([]);
    expect(traffic.errors.length).toBeLessThanOrEqual(traffic.connections);
    await upgrade();
  }, 120_000);

  it('leaves the data consistent, and numbers every change of a company once', async () => {
    expect(await brokenRules(admin)).toEqual([]);
    for (const [schema, tables] of Object.entries({
      clients: ['client'],
      sales: ['sale'],
      catalog: ['product', 'representada'],
    })) {
      const all = tables.map((table) => `select empresa_id, change from ${schema}.${table}`).join(' union all ');
      const [counted] = await admin.unsafe(`
        select count(*) filter (where change is null) as missing, count(*) - count(distinct (empresa_id, change)) as repeated,
          bool_and(change <= last) as within
        from (${all}) changes left join ${schema}.change_sequence using (empresa_id)`);
      expect({ schema, ...counted }).toEqual({ schema, missing: '0', repeated: '0', within: true });
    }
    const left = await admin`select indexrelid::regclass as name from pg_index where not indisvalid
      or indexrelid::regclass::text like '%without_%'`;
    expect(left).toEqual([]);
  });

  it('also numbers the records of the next company when those of a batch were numbered meanwhile', async () => {
    const backfills = {
      clients: ['client', '002-number-clients'],
      sales: ['sale', '002-number-sales'],
      catalog: ['representada', '002-number-representadas'],
    };
    const writers = await Promise.all(
      Object.entries(backfills).map(async ([schema, [table, file]]) => {
        const sql = postgres(address.href, { max: 1, connection: { search_path: `${schema}, extensions` } });
        const firstOfEach = `select distinct on (empresa_id) empresa_id, id from ${table} order by empresa_id, id`;
        // As the last release left them: from before the audit.
        const records = await sql.unsafe(`
          update ${table} set change = null, updated_at = updated_at - interval '1 day'
          where (empresa_id, id) in (${firstOfEach}) returning empresa_id, id`);
        expect(records.length).toBeGreaterThan(1);
        // It and the later ones run again.
        await sql`delete from applied_sql where name between ${`${schema}/backfills/${file}`} and ${`${schema}/backfills/a`}`;
        await sql.unsafe('begin');
        await sql.unsafe(`
          update ${table} set change = next_change(empresa_id)
          where (empresa_id, id) in (${firstOfEach} limit 1)`);
        return { sql, table };
      }),
    );
    const commit = async ({ sql, table }: (typeof writers)[number]): Promise<void> => {
      await until(`the batch of ${table} waits for the other writer`, async () => {
        const waiting = await admin`select from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'
          and query like ${`%update ${table} set change%`}`;
        return waiting.length > 0;
      });
      await sql.unsafe('commit');
      await sql.end();
    };
    await Promise.all([upgrade(), ...writers.map(commit)]);
    expect(await brokenRules(admin)).toEqual([]);
  }, 120_000);

  it('counts a paid sale as received, also one that the last release created during the upgrade', async () => {
    const [counted] = await admin`
      select count(*) filter (where status = 'PAGA') > 0 as some,
        count(*) filter (where status = 'PAGA' and (recebido <> valor_total or pago_em is null or faturada_em is null)) as wrong
      from sales.sale`;
    expect(counted).toEqual({ some: true, wrong: '0' });
  });

  it('fills the text that searches look through', async () => {
    const [{ wrong }] = await admin<[{ wrong: string }]>`
      select (select count(*) from sales.sale where search_text is distinct from extensions.fold(pedido))
        + (select count(*) from sales.reference where search_text is distinct from extensions.fold(nome)) as wrong`;
    expect(wrong).toBe('0');
  });

  it('is served by the new release, and after a rollback by the old one', async () => {
    const [nats, redis] = await Promise.all([startNats(), startRedis()]);
    const { gatewaySecret } = makeSecrets();
    const rolePasswords = server.rolePasswords;
    const processes = await startProcesses({
      postgres: { url: address.href, rolePasswords },
      nats,
      redis,
      gatewaySecret,
    });
    try {
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { 'x-api-key': 'demo-empresa-a', ...(body && { 'content-type': 'application/json' }) };
        const reply = await fetch(`${processes.url}/api/v1${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: reply.status, body: (await reply.json()) as Record<string, never> };
      };
      const sales = await ask('GET', '/sales?limit=100');
      expect(sales).toMatchObject({ status: 200, body: { data: expect.toSatisfy((list: []) => list.length >= 36) } });
      const [{ id, nome }] = await admin<[{ id: string; nome: string }]>`
        select id, nome from clients.client where nome = 'Cliente 1 renomeado' order by id limit 1`;
      expect(await ask('GET', `/clients/${id}`)).toMatchObject({ status: 200, body: { data: { nome } } });
      expect(await ask('PUT', `/clients/${id}`, { cidade: 'Manaus' })).toMatchObject({ status: 200 });
    } finally {
      await processes.stop();
      await Promise.all([nats.stop(), redis.stop()]);
    }
    const traffic = startTraffic(databaseUrl);
    await until('every call was answered', isBusy(traffic), 30_000);
    await traffic.stop();
    expect(traffic.errors).toEqual([]);
    expect(await brokenRules(admin)).toEqual([]);
  }, 120_000);
});
