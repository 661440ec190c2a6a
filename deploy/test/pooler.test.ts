import { spawn } from 'node:child_process';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callWithin } from '@representa/contracts';
import { freePort } from '@representa/local-stack';
import { connectPostgres, openPool, sql } from '@representa/postgres';
import { baseEnvironment } from '@representa/service-kit/process';
import { hasTool, makeTemporaryFolder, outputOf, startTestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { nobody, user } from './postgres-clients.ts';

/** The settings of the runbook. */
const runbook = readFileSync(`${deployFolder}README.md`, 'utf8');
const settings = /```ini\n([\s\S]*?)```/.exec(runbook)?.[1] ?? '';
const ignored = /^ignore_startup_parameters = (.*)$/m.exec(settings)?.[1]?.split(',') ?? [];

const statementTimeoutMs = baseEnvironment.shape.REQUEST_TIMEOUT_MS.parse(undefined);
const connect = (url: string) => openPool({ url, schema: 'sales', connections: 2, statementTimeoutMs });

it('the pooler of the runbook is told every setting that processes send when they connect', async () => {
  const sql = connect('postgres://sales@127.0.0.1:1/none');
  // PgBouncer passes these two on.
  const sent = Object.keys(sql.options.connection).filter((name) => !['application_name', 'timezone'].includes(name));
  await sql.end();
  expect(ignored.toSorted()).toEqual(sent.toSorted());
});

const version = Number(/PgBouncer 1\.(\d+)/.exec(outputOf('pgbouncer', '--version') ?? '')?.[1]);

describe.runIf(hasTool('PgBouncer 1.21 (Debian: pgbouncer)', version >= 21))(
  'PgBouncer with the settings of the runbook',
  () => {
    it('gives processes the settings that they have without it', async () => {
      const testDatabase = await startTestDatabase();
      const admin = postgres(testDatabase.adminUrl, { max: 1 });
      await admin.unsafe(readFileSync(`${deployFolder}stores/pooler.sql`, 'utf8'));
      await admin.end();

      const direct = new URL(testDatabase.databaseUrl('sales'));
      const [folder, port] = [await makeTemporaryFolder(), await freePort()];
      const files = {
        users: `"sales" "${decodeURIComponent(direct.password)}"\n`,
        'pgbouncer.ini': `[databases]
* = host=${direct.hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
default_pool_size = 1
${settings}`,
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
        if ('uid' in user) chownSync(path, nobody, nobody);
      const pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...user, stdio: 'ignore' });

      const pooled = new URL(direct);
      pooled.port = String(port);
      const [through, without] = [connect(pooled.href), connect(direct.href)];
      try {
        await until('it answers', () =>
          through`select 1`.then(
            () => true,
            () => false,
          ),
        );
        const names = Object.keys(through.options.connection).filter((name) => !name.startsWith('tcp_'));
        const shown = async (sql: typeof through) => {
          const rows = await sql`
          select name, current_setting(name) as value from string_to_table(${names.join()}, ',') as name`;
          return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
        };
        expect(await shown(through)).toEqual(await shown(without));
        // Two clients share one server connection: prepared statements follow them.
        const database = connectPostgres({ url: pooled.href, schema: 'sales', connections: 2, statementTimeoutMs });
        const ask = (n: number) =>
          database.within(
            callWithin(statementTimeoutMs),
            sql<[{ n: number }]>`select ${n}::int as n, count(*) from sale`,
          );
        const both = await Promise.all([1, 2, 3, 4].map(ask));
        await database.end();
        expect(both.map(([row]) => row.n)).toEqual([1, 2, 3, 4]);
      } finally {
        await Promise.all([through.end({ timeout: 1 }), without.end({ timeout: 1 })]);
        pooler.kill();
        await testDatabase.stop();
      }
    }, 60_000);
  },
);
