import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';
import { ownDump, readDump, released } from './releases.ts';

const root = `${deployFolder}..`;
const filesIn = (folder: string, kind: 'migrations' | 'sql'): string[] => {
  const path = `${folder}/${kind}`;
  return existsSync(`${root}/${path}`) ? readdirSync(`${root}/${path}`).map((name) => `${path}/${name}`) : [];
};
const inParents = ['services', 'libs'].flatMap((parent) =>
  readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}`),
);
const folders = ['gateway', ...inParents];
const functions = folders.flatMap((folder) => filesIn(folder, 'sql'));

const tablesOf = (dump: string): string[] => [...dump.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table);

/** Tables of a release may be large and in use: what a later migration must not do to them. */
const problemsOf = (migration: string, tables: readonly string[]): string[] => {
  const any = `(${tables.join('|')})`;
  const rules = {
    'builds an index while the table is locked': String.raw`create (unique )?index (?!concurrently).*\bon ${any}\b`,
    'rewrites a table': String.raw`alter table ${any}\b.*\bstored\b`,
    'changes rows, which backfills/ are for': String.raw`^\s*(update|delete)\b`,
  };
  const statements = migration.replace(/--.*/g, '').split(';');
  return Object.entries(rules).flatMap(([problem, pattern]) =>
    statements.some((statement) => new RegExp(pattern, 's').test(statement)) ? [problem] : [],
  );
};

it('migrations since the last release neither lock nor rewrite its tables', () => {
  const dumps = released.map(readDump).join('\n');
  const migrations = folders
    .flatMap((folder) => filesIn(folder, 'migrations'))
    // `libs/records/migrations/001-records.sql` is recorded as `records/migrations/001-records.sql`.
    .filter((path) => released.length > 0 && !dumps.includes(`'${path.split('/').slice(-3).join('/')}'`));
  const problems = migrations.map((path) => [
    path,
    problemsOf(readFileSync(`${root}/${path}`, 'utf8'), tablesOf(dumps)),
  ]);
  expect(problems.filter(([, found]) => found?.length)).toEqual([]);
});

it.each([
  ['create index sale_canal on sale (canal);', ['builds an index while the table is locked']],
  ['create unique index sale_canal\n  on sale (canal);', ['builds an index while the table is locked']],
  ['alter table sale add column a text generated always as (b) stored;', ['rewrites a table']],
  ["create table a (id int); update sale set canal = '';", ['changes rows, which backfills/ are for']],
  ['create table a (id int); create index a_id on a (id);', []],
  [readFileSync(`${deployFolder}test/next-release/sales/migrations/002-canal.sql`, 'utf8'), []],
  [readFileSync(`${deployFolder}test/next-release/sales/migrations/003-canal-index.sql`, 'utf8'), []],
])('finds what must not be in a later migration: %s', (migration, problems) => {
  expect(problemsOf(migration, tablesOf(readFileSync(ownDump, 'utf8')))).toEqual(problems);
});

/** New functions run on the tables of the next release while it is installed. */
it.each(functions)('%s depends on no table having exactly its columns', (path) => {
  const text = readFileSync(`${root}/${path}`, 'utf8').replace(/--.*/g, '');
  const rowTypes = [...text.matchAll(/\brow\s*\([^;]*?\)\s*::\s*(\w+)/g)].map(([, type]) => type);
  expect(rowTypes.filter((type) => !type?.startsWith('new_'))).toEqual([]);
  expect(text).not.toMatch(/:=\s*row\s*\(|insert into \w+( as \w+)?\s+select \*/);
});

it('found the functions', () => {
  expect(functions).toContain('services/sales/sql/create_sales.sql');
});
