import { randomUUID } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processes } from '@representa/contracts';
import { type Addresses, migrate, roleUrl, seedDemo, workspaceOf } from '@representa/local-stack';
import { migrate as applySql } from '@representa/postgres';
import {
  brokenRules,
  maintenanceUrl,
  makeTemporaryFolder,
  startTestStack,
  type TestStack,
  until,
} from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { dumpRows, makeDump, ownDump, readDump, released, restoreDump } from './releases.ts';
import { callOnce, startSystem, startTraffic, writingOperations } from './traffic.ts';

const update = 'npx vitest run deploy/test/upgrade.test.ts -u';

/** What the processes of this release write. */
const makeRows = async (): Promise<string> => {
  const stack = await startTestStack();
  try {
    await seedDemo(stack, 'development');
    const system = await startSystem(stack);
    await callOnce(system).finally(() => system.processes.stop());
    return await dumpRows(stack.adminUrl);
  } finally {
    await stack.stop();
  }
};

let own: string;
beforeAll(async () => {
  own = await makeDump(makeRows);
});

it(`the dump of this release has its migrations; if not: ${update}`, async () => {
  await expect(own).toMatchFileSnapshot(ownDump);
});

describe.each([...released, 'this tree'])('a database of release %s', (release) => {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  let maintenance: postgres.Sql;
  let admin: postgres.Sql;
  let stack: TestStack;
  let servers: Addresses;
  let system: Awaited<ReturnType<typeof startSystem>>;

  beforeAll(async () => {
    const { url, rolePasswords } = inject('postgres');
    maintenance = postgres(maintenanceUrl(url), { max: 1, onnotice: () => {} });
    const locale = "template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'";
    await maintenance.unsafe(`create database ${name} ${locale}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    stack = await startTestStack();
    servers = { ...stack, postgres: { url: address.href, rolePasswords } };
    admin = postgres(address.href, { max: 1, onnotice: () => {} });
    await restoreDump(servers.postgres, release === 'this tree' ? own : readDump(release));
    await migrate(servers);
    system = await startSystem(servers);
  });
  afterAll(async () => {
    await system?.processes.stop();
    await stack.stop();
    await admin.end();
    await maintenance.unsafe(`drop database if exists ${name} with (force)`);
    await maintenance.end();
  });

  it('is served by this release: every operation that writes', async () => {
    const called = await callOnce(system);
    expect((await writingOperations(system)).filter((operation) => !called.has(operation))).toEqual([]);
    expect(await brokenRules(admin)).toEqual([]);
  });

  /** The files of this release and those of next-release/. Every function has another text, and every table one column more. */
  const makeNextRelease = async (process: (typeof processes)[number]): Promise<string> => {
    const folder = await makeTemporaryFolder();
    await cp(join(workspaceOf(process), 'dist/sql'), folder, { recursive: true });
    if (process === 'sales') await cp(`${deployFolder}test/next-release`, folder, { recursive: true });
    for (const path of await readdir(folder, { recursive: true }))
      if (/\/sql\/.*\.sql$/.test(path))
        await writeFile(join(folder, path), `${await readFile(join(folder, path), 'utf8')}-- Of the next release.\n`);
    const tables = await admin<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = ${process}`;
    const columns = tables.map((table) => `alter table ${table.name} add column of_next_release int;`);
    await writeFile(join(folder, process, 'migrations/900-columns.sql'), columns.join('\n'));
    return folder;
  };

  it('takes the migrations of the next release while this one works, and this one goes on working', async () => {
    const traffic = startTraffic(system);
    const moreRounds = async (): Promise<void> => {
      const before = { ...traffic.rounds };
      const isDone = () => Object.entries(traffic.rounds).every(([key, rounds]) => rounds > (before[key] ?? 0) + 1);
      await until('everything was called', isDone, 30_000);
    };
    await moreRounds();
    const applied = await Promise.all(
      processes.map(async (schema) => {
        const directory = await makeNextRelease(schema);
        return applySql({ url: roleUrl(servers.postgres, schema), schema, directory });
      }),
    );
    expect(applied.flat()).toEqual(
      expect.arrayContaining([
        'sales/migrations/002-canal.sql',
        'sales/migrations/003-canal-index.sql',
        'sales/backfills/001-canal.sql',
        'sales/sql/create_sales.sql',
        'gateway/migrations/900-columns.sql',
      ]),
    );
    await moreRounds();
    await traffic.stop();
    expect(traffic.errors).toEqual([]);
    expect(await brokenRules(admin)).toEqual([]);
    const left = await admin`
      select (select count(*)::int from sales.sale where canal is null) as unfilled,
        (select array_agg(distinct canal order by canal) from sales.sale) as canal,
        (select array_agg(indexrelid::regclass::text) from pg_index where not indisvalid) as invalid`;
    expect(left).toEqual([{ unfilled: 0, canal: ['antigo', 'direto'], invalid: null }]);
  }, 120_000);

  it('is served after a rollback too: this release starts on the schema of the next one', async () => {
    await Promise.all(processes.map((process) => system.processes[process].restart()));
    await callOnce(system);
    await migrate(servers);
    await callOnce(system);
    expect(await brokenRules(admin)).toEqual([]);
  }, 120_000);
});
