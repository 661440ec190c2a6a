import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

/** Files that a release has applied, and the tables that may be large by now. Later files must not block them. */
const dumps = `${deployFolder}test/releases`;
const releases = existsSync(dumps) ? readdirSync(dumps).map((name) => readFileSync(`${dumps}/${name}`, 'utf8')) : [];
const released = releases.flatMap((dump) =>
  [...dump.matchAll(/'(\w+\/migrations\/[\w-]+\.sql)'/g)].map(([, file]) => file),
);
const tables = releases.flatMap((dump) => [...dump.matchAll(/^CREATE TABLE \w+\.(\w+)/gm)].map(([, table]) => table));

/** `libs/records/migrations/001-records.sql` is recorded as `records/migrations/001-records.sql`. */
const recordedName = (path: string): string => path.split('/').slice(-3).join('/');

const root = `${deployFolder}..`;
const filesIn = (folder: string, kind: 'migrations' | 'sql'): string[] => {
  const path = `${folder}/${kind}`;
  return existsSync(`${root}/${path}`) ? readdirSync(`${root}/${path}`).map((name) => `${path}/${name}`) : [];
};
const inParents = ['services', 'libs'].flatMap((parent) =>
  readdirSync(`${root}/${parent}`).map((name) => `${parent}/${name}`),
);
const folders = ['gateway', ...inParents];
const migrations = folders
  .flatMap((folder) => filesIn(folder, 'migrations'))
  .filter((path) => !released.includes(recordedName(path)));
const functions = folders.flatMap((folder) => filesIn(folder, 'sql'));

describe.each(migrations)('%s', (path) => {
  const statements = readFileSync(`${root}/${path}`, 'utf8').replace(/--.*/g, '').split(';');

  it('builds no index on a table of a release while the table is locked', () => {
    const locking = new RegExp(String.raw`create (unique )?index (?!concurrently).*\bon (${tables.join('|')})\b`, 's');
    expect(statements.filter((statement) => locking.test(statement))).toEqual([]);
  });

  it('rewrites no table of a release', () => {
    const rewriting = new RegExp(String.raw`alter table (${tables.join('|')})\b.*\bstored\b`, 's');
    expect(statements.filter((statement) => rewriting.test(statement))).toEqual([]);
  });

  it('changes no rows: that is what backfills/ are for', () => {
    const changing = statements.filter((statement) => /^\s*(update|delete)\b/.test(statement));
    expect(changing).toEqual([]);
  });
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
