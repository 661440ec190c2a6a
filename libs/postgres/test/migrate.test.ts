import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder, startTestDatabase, type TestDatabase, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../src/index.ts';

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
const run = () => migrate({ url: database.databaseUrl('clients'), schema: 'clients', directory });

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

  test('that fail name file and line, leave nothing behind, and are tried again', async () => {
    await write('clients/migrations/906-half.sql', 'create table half (id int);\nselect 1\n  from nowhere;');
    await expect(run()).rejects.toThrow(/^clients\/migrations\/906-half\.sql:3: .*nowhere/);
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

  test('come after the migrations that they need', async () => {
    await write(
      'clients/sql/all_used.sql',
      'create or replace function all_used() returns setof used begin atomic select * from used; end;',
    );
    await write('clients/migrations/910-used.sql', 'create table used (id int);');
    expect(await run()).toEqual(['clients/migrations/910-used.sql', 'clients/sql/all_used.sql']);
  });
});

test('a database of a version without checksums is refused', async () => {
  await sql`create table migration (name text)`;
  await expect(run()).rejects.toThrow(/before 0\.2/);
  await sql`drop table migration`;
});
