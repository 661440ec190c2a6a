import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deployFolder } from './deploy-folder.ts';

/** Files that a release has applied, and the tables that may be large by now. Later files must not block them. */
const releases = readdirSync(`${deployFolder}test/releases`).map((name) =>
  readFileSync(`${deployFolder}test/releases/${name}`, 'utf8'),
);
const released = releases.flatMap((dump) =>
  [...dump.matchAll(/'(\w+\/migrations\/[\w-]+\.sql)'/g)].map(([, file]) => file),
);
const tables = releases.flatMap((dump) => [...dump.matchAll(/^CREATE TABLE \w+\.(\w+)/gm)].map(([, table]) => table));

/** `libs/records/migrations/001-audit.sql` is recorded as `audit/migrations/001-audit.sql`. */
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

/** Two rows, of the demonstration: a company has few keys, and only those of a demonstration have this prefix. */
const allowed = ["update api_key set escopo = 'admin' where prefix like 'demo-empresa-%'"];

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
    expect(changing.filter((statement) => !allowed.includes(statement.trim()))).toEqual([]);
  });
});

/** New functions run on the tables of the next release while it is installed. */
it.each(functions)('%s depends on no table having exactly its columns', (path) => {
  const text = readFileSync(`${root}/${path}`, 'utf8').replace(/--.*/g, '');
  const rowTypes = [...text.matchAll(/\brow\s*\([^;]*?\)\s*::\s*(\w+)/g)].map(([, type]) => type);
  expect(rowTypes.filter((type) => !type?.startsWith('new_'))).toEqual([]);
  expect(text).not.toMatch(/:=\s*row\s*\(|insert into \w+( as \w+)?\s+select \*/);
});

it('found the releases and the migrations after them', () => {
  expect(tables).toContain('sale');
  expect(released).toContain('sales/migrations/001-sales.sql');
  const found = migrations.map(recordedName);
  expect(found).toEqual(
    expect.arrayContaining(['sales/migrations/002-versions.sql', 'gateway/migrations/002-keys.sql']),
  );
  expect(functions).toContain('services/sales/sql/create_sales.sql');
});
