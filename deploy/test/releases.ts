import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '@representa/contracts';
import { workspaceOf } from '@representa/local-stack';
import postgres from 'postgres';
import { createAppliedSql } from '../../libs/postgres/src/migrate.ts';
import { prepareDatabase } from '../../libs/postgres/src/prepare.ts';
import { readSqlFiles, type SqlFile, splitSql } from '../../libs/postgres/src/sql-files.ts';
import { deployFolder } from './deploy-folder.ts';

const fileOf = (version: string): string => `${deployFolder}test/releases/${version}.sql`;

/** The release that this working tree becomes. */
const { version: own } = JSON.parse(readFileSync(`${deployFolder}../package.json`, 'utf8')) as { version: string };
export const ownDump = fileOf(own);

/** Releases before this one: their migrations are applied somewhere, and their tables may be large. */
export const released = readdirSync(`${deployFolder}test/releases`)
  .map((name) => name.replace('.sql', ''))
  .filter((version) => version !== own);
export const readDump = (version: string): string => readFileSync(fileOf(version), 'utf8');

const beforeRows = '\n-- The rows that its own processes wrote.\n';
const beforeFunctions = '\n-- The functions.\n';

/**
 * The migrations, the rows and the functions of this release: the last dump while it has the same migrations. Functions follow
 * when the release is made (release.sh checks it), because each migration run replaces those that differ.
 */
export const makeDump = async (makeRows: () => Promise<string>): Promise<string> => {
  const files = await Promise.all(
    processes.map(async (name) => ({ name, ...(await readSqlFiles(join(workspaceOf(name), 'dist/sql'), name)) })),
  );
  const migrations = files.map(({ name, migrations, backfills }) => [
    asOwner(name),
    `${createAppliedSql};\n`,
    ...[...migrations, ...backfills].map(statementsOf),
  ]);
  const functions = files.map(({ name, functions }) => [asOwner(name), ...functions.map(statementsOf)]);
  const head = `-- The schema and some rows of release ${own}. Written by upgrade.test.ts (CONTRIBUTING.md, "To change a schema").
set check_function_bodies = off;
${migrations.flat().join('')}${beforeRows}`;
  const last = existsSync(ownDump) ? readFileSync(ownDump, 'utf8') : '';
  if (last.startsWith(head)) return last;
  return `${head}${await makeRows()}${beforeFunctions}${functions.flat().join('')}reset role;\n`;
};

const asOwner = (name: string): string => `\nreset role; set role ${name}; set search_path = ${name}, extensions;\n`;

const statementsOf = ({ name, checksum, statements }: SqlFile): string => `
-- ${name}
${statements.trim()}
insert into applied_sql (name, checksum) values ('${name}', '${checksum}');
`;

/** One statement for each table that has rows, and one line for each row. */
export const dumpRows = async (adminUrl: string): Promise<string> => {
  const sql = postgres(adminUrl, { max: 1 });
  const tables = await sql<{ table: string; columns: string }[]>`
    select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = any(${[...processes]}::text[]::regnamespace[]) and relname <> 'applied_sql'
      and attnum > 0 and attgenerated = '' and not attisdropped
    group by attrelid order by 1`;
  const statements: string[] = [];
  for (const { table, columns } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select row_to_json(t)::text as row from (select ${columns} from ${table}) t`,
    );
    const lines = rows.map(({ row }) => row.replaceAll("'", "''")).join(',\n');
    if (lines)
      statements.push(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, '[\n${lines}\n]');\n`,
      );
  }
  await sql.end();
  // Neither triggers nor foreign keys.
  return [
    'reset role; set session_replication_role = replica;\n',
    ...statements,
    'reset session_replication_role;\n',
  ].join('');
};

export const restoreDump = async (
  { url, rolePasswords }: { url: string; rolePasswords: Record<string, string> },
  dump: string,
): Promise<void> => {
  await prepareDatabase(url, rolePasswords);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  // One by one: those without a transaction cannot run together with others.
  for (const { text } of splitSql(dump)) await sql.unsafe(text);
  await sql.end();
};
