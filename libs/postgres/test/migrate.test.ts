import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readSqlNames } from '../src/index.ts';

let database: TestDatabase;
let sql: postgres.Sql;
let directory: string;
beforeAll(async () => {
  database = await startTestDatabase();
  sql = postgres(database.databaseUrl('clients'), { max: 3, connection: { search_path: 'clients' } });
});
afterAll(async () => {
  await sql.end();
  await database.stop();
});
beforeEach(async () => {
  directory = await makeTemporaryFolder();
});

const write = async (name: string, statements: string): Promise<void> => {
  await mkdir(dirname(join(directory, name)), { recursive: true });
  await writeFile(join(directory, name), statements);
};
const run = (further: Partial<Parameters<typeof migrate>[0]> = {}) =>
  migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory, ...further });

describe('migrations', () => {
  test('run once, in order, however many start at the same time', async () => {
    await write('clients/migrations/901-first.sql', 'create table first (id int); select pg_sleep(0.2);');
    await write('clients/migrations/902-second.sql', 'insert into first values (1);');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['clients/migrations/901-first.sql', 'clients/migrations/902-second.sql']);
    expect(await run()).toEqual([]);
  });

  test('of a library have a sequence of their own and come first, also when the library is added later', async () => {
    await write('clients/migrations/903-own.sql', 'create table own (id int);');
    expect(await run()).toEqual(['clients/migrations/903-own.sql']);
    await write('clients/migrations/904-uses-added.sql', 'insert into added values (1);');
    await write('audit/migrations/001-added.sql', 'create table added (id int);');
    expect(await run()).toEqual(['audit/migrations/001-added.sql', 'clients/migrations/904-uses-added.sql']);
  });

  test('that find a table in use give up the lock soon, and are tried again', async () => {
    await sql`create table busy (id int)`;
    await write('clients/migrations/905-alter.sql', 'alter table busy add column more int;');
    const { migrating } = await sql.begin(async (transaction) => {
      await transaction`select from busy`;
      const migrating = run();
      await until('it waits for the table', async () => {
        const [waiting] = await sql`select from pg_locks where relation = 'busy'::regclass and not granted`;
        return waiting !== undefined;
      });
      await sql`select from busy`;
      return { migrating };
    });
    expect(await migrating).toEqual(['clients/migrations/905-alter.sql']);
  });

  test('that find a table in use for long say which statement waits, and give up by time', async () => {
    await sql`create table dumped (id int)`;
    await write('clients/migrations/914-alter.sql', 'alter table dumped add column more int;');
    const reasons: string[] = [];
    await sql.begin(async (transaction) => {
      await transaction`select from dumped`;
      const migrating = run({ lockWaitMs: 1_400, onWaiting: (reason) => reasons.push(reason) });
      await expect(migrating).rejects.toThrow(/914-alter\.sql:1: .*lock timeout/);
    });
    const reason = 'clients/migrations/914-alter.sql:1: canceling statement due to lock timeout';
    expect(reasons).toEqual([`waiting for a lock: ${reason}`]);
    expect(await run()).toEqual(['clients/migrations/914-alter.sql']);
  });

  test('that another session has applied, while this one waited and lost its connection, are not applied again', async () => {
    await sql`create table awaited (id int)`;
    await write('clients/migrations/915-twice.sql', 'lock table awaited; insert into awaited values (1);');
    const holding = await sql.reserve();
    await holding`begin`;
    await holding`select from awaited`;
    const reasons: string[] = [];
    const migrating = run({ onWaiting: (reason) => reasons.push(reason) });
    const refused = expect(migrating).rejects.toThrow(/^clients\/migrations\/915-twice\.sql .* another session/);
    await until('it pauses for 2 s', () => reasons.length === 2);
    // The driver reconnects without the lock of the migrations.
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    await holding`commit`;
    holding.release();
    expect(await run()).toEqual(['clients/migrations/915-twice.sql']);
    await refused;
    expect(await sql`select * from awaited`).toEqual([{ id: 1 }]);
  });

  test('that fail name file and line, leave nothing behind, and are tried again', async () => {
    await write('clients/migrations/906-half.sql', 'create table half (id int);\nselect 1\n  from nowhere;');
    await expect(run()).rejects.toThrow(
      /^clients\/migrations\/906-half\.sql:3: .*nowhere.*, in the statement\nselect 1\n {2}from nowhere;$/,
    );
    await write('clients/migrations/906-half.sql', 'create table half (id int);');
    expect(await run()).toEqual(['clients/migrations/906-half.sql']);
  });

  test('that were changed after they were applied are refused by name', async () => {
    await write('clients/migrations/907-original.sql', 'create table original (id int);');
    await run();
    await write('clients/migrations/907-original.sql', 'create table original (id bigint);');
    await expect(run()).rejects.toThrow(/^clients\/migrations\/907-original\.sql was changed/);
  });

  test('with a number before one that was applied are refused', async () => {
    await write('clients/migrations/909-later.sql', 'create table later (id int);');
    await run();
    await write('clients/migrations/908-forgotten.sql', 'create table forgotten (id int);');
    await expect(run()).rejects.toThrow(/909-later\.sql was applied without .*908-forgotten\.sql/);
  });
});

describe('migrations without a transaction', () => {
  const createIndex = `-- migrate: without a transaction
drop index concurrently if exists wide_value;
create index concurrently wide_value on wide (value);`;

  test('create an index while the table is written, also when two start at the same time', async () => {
    await sql`create table wide as select value from generate_series(1, 1000) value`;
    await write('clients/migrations/911-index.sql', createIndex);
    const writing = await sql.reserve();
    await writing`begin`;
    await writing`insert into wide values (0)`;
    const migrating = [run(), run()];
    await until('it waits for the writer, and lets others write', async () => {
      const [{ waiting }] = await sql<[{ waiting: boolean }]>`
        select exists (select from pg_stat_activity where query like 'create index concurrently wide%' and wait_event_type = 'Lock') as waiting`;
      return waiting;
    });
    await sql`insert into wide values (-1)`;
    await writing`commit`;
    writing.release();
    expect((await Promise.all(migrating)).flat()).toEqual(['clients/migrations/911-index.sql']);
    expect(await sql`select indisvalid from pg_index where indexrelid = 'wide_value'::regclass`).toEqual([
      { indisvalid: true },
    ]);
  });

  test('are repeated after a crash that left an invalid index', async () => {
    await sql`create table crashed as select 1 as value`;
    await write('clients/migrations/912-index.sql', createIndex.replaceAll('wide', 'crashed'));
    const writing = await sql.reserve();
    await writing`begin`;
    await writing`insert into crashed values (0)`;
    const failing = expect(run()).rejects.toThrow(/912-index\.sql:3: .*, in the statement\ncreate index concurrently/);
    await until('it waits for the writer', async () => {
      const ended = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'create index concurrently crashed%' and wait_event_type = 'Lock'`;
      return ended.length > 0;
    });
    await failing;
    await writing`commit`;
    writing.release();
    expect(await sql`select indisvalid from pg_index where indexrelid = 'crashed_value'::regclass`).toEqual([
      { indisvalid: false },
    ]);
    expect(await run()).toEqual(['clients/migrations/912-index.sql']);
    expect(await sql`select indisvalid from pg_index where indexrelid = 'crashed_value'::regclass`).toEqual([
      { indisvalid: true },
    ]);
  });
});

describe('backfills', () => {
  test('are among the files that a ready process needs', async () => {
    await write('clients/migrations/901-a.sql', 'select 1;');
    await write('clients/sql/b.sql', 'select 1;');
    await write('clients/backfills/001-c.sql', 'select 1;');
    const names = ['clients/migrations/901-a.sql', 'clients/sql/b.sql', 'clients/backfills/001-c.sql'];
    expect(await readSqlNames(pathToFileURL(`${directory}/`), 'clients')).toEqual(names);
  });

  /** The command `migrate` of clients, with the files of the test. */
  const startCommand = async () => {
    const folder = await makeTemporaryFolder();
    await cp(new URL('../../../services/clients/dist', import.meta.url), folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await rm(join(folder, 'sql'), { recursive: true });
    await cp(directory, join(folder, 'sql'), { recursive: true });
    const env = { DATABASE_URL: database.databaseUrl('clients') };
    return spawn(process.execPath, [join(folder, 'migrate.js')], { env, stdio: 'inherit' });
  };

  const fill = (seconds: number) => `-- migrate: in batches
update filled set value = id, batch = txid_current() where id in (
  select id from filled, pg_sleep(${seconds}) where value is null order by id limit 10);`;

  test('run after the functions, in batches, each in a transaction of its own', async () => {
    await write(
      'clients/migrations/913-table.sql',
      'create table filled as select id, null::int as value, 0::bigint as batch from generate_series(1, 95) id;',
    );
    await write('clients/backfills/001-fill.sql', fill(0));
    await write('clients/sql/filler.sql', 'create or replace function filler() returns int language sql return 1;');
    expect(await run()).toEqual([
      'clients/migrations/913-table.sql',
      'clients/sql/filler.sql',
      'clients/backfills/001-fill.sql',
    ]);
    expect(
      await sql`
      select count(distinct batch)::int as batches, count(value)::int as filled from filled`,
    ).toEqual([{ batches: 10, filled: 95 }]);
  });

  test('continue after a kill with the rows that are left', async () => {
    await sql`update filled set value = null, batch = 0`;
    await write('clients/backfills/002-fill-slowly.sql', fill(0.05));
    const done = async (): Promise<number> => {
      const [{ count }] = await sql<[{ count: number }]>`select count(value)::int from filled`;
      return count;
    };
    const child = await startCommand();
    await until('some batches are done', async () => (await done()) >= 20);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [{ first }] = await sql<[{ first: string }]>`select min(batch)::text as first from filled where batch > 0`;
    expect(await done()).toBeLessThan(95);
    expect(await run()).toEqual(['clients/backfills/002-fill-slowly.sql']);
    expect(await done()).toBe(95);
    expect(await sql`select count(*)::int from filled where batch = ${first}`).toEqual([{ count: 10 }]);
  });

  test('with more than one statement, or of an unknown form, are refused', async () => {
    await write('clients/backfills/003-two.sql', '-- migrate: in batches\nselect 1;\nselect 2;');
    await expect(run()).rejects.toThrow(/003-two\.sql: a file in batches has one statement/);
    await write('clients/backfills/003-two.sql', '-- migrate: slowly\nselect 1;');
    await expect(run()).rejects.toThrow(/003-two\.sql: .* unknown form, "slowly"/);
  });
});

describe('functions', () => {
  const answer = (number: number) =>
    `create or replace function answer() returns int language plpgsql as $$ begin return ${number}; end $$;`;

  test('are replaced when their text changes, and not otherwise', async () => {
    await write('clients/sql/answer.sql', answer(41));
    expect(await run()).toEqual(['clients/sql/answer.sql']);
    expect(await run()).toEqual([]);
    await write('clients/sql/answer.sql', answer(42));
    expect(await run()).toEqual(['clients/sql/answer.sql']);
    expect(await sql`select answer()`).toEqual([{ answer: 42 }]);
  });

  test('are replaced all at once, or none', async () => {
    await write('clients/sql/answer.sql', answer(1));
    await write('clients/sql/question.sql', 'create or replace function question() returns int language sql return 1;');
    await run();
    await write('clients/sql/answer.sql', answer(2));
    await write(
      'clients/sql/question.sql',
      'create or replace function question() returns int\nlanguage sql as nothing;',
    );
    await expect(run()).rejects.toThrow(
      /^clients\/sql\/question\.sql:2: .*nothing.*, in the statement\ncreate or replace function question/,
    );
    expect(await sql`select answer()`).toEqual([{ answer: 1 }]);
    await write('clients/sql/question.sql', 'create or replace function question() returns int language sql return 2;');
    expect(await run()).toEqual(['clients/sql/answer.sql', 'clients/sql/question.sql']);
    expect(await sql`select answer(), question()`).toEqual([{ answer: 2, question: 2 }]);
  });

  test('come after the migrations that they need', async () => {
    await write(
      'clients/sql/all_used.sql',
      'create or replace function all_used() returns setof used begin atomic select * from used; end;',
    );
    await write('clients/migrations/910-used.sql', 'create table used (id int);');
    expect(await run()).toEqual(['clients/migrations/910-used.sql', 'clients/sql/all_used.sql']);
  });
});
