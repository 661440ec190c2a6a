import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

interface MigrateOptions {
  url: string;
  schema: string;
  /** The folder of numbered files: `001-clients.sql`, `002-….sql`. */
  directory: string;
  /** What libraries bring along; their names sort before the schema's own files. */
  libraries?: readonly Migration[];
}

export interface Migration {
  name: string;
  statements: string;
}

const readMigrations = async (directory: string): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => /^\d{3}-.*\.sql$/.test(name));
  return Promise.all(names.map(async (name) => ({ name, statements: await readFile(join(directory, name), 'utf8') })));
};

/** Applies what was not applied yet, in order, each with its mark in one transaction; concurrent runs wait for each other. */
export const migrate = async ({ url, schema, directory, libraries = [] }: MigrateOptions): Promise<string[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: `${schema}, extensions` } });
  try {
    await sql`select pg_advisory_lock(hashtext(${`migrate ${schema}`}))`;
    await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`;
    const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map(({ name }) => name));
    const pending = [...libraries, ...(await readMigrations(directory))]
      .filter(({ name }) => !applied.has(name))
      .sort((a, b) => a.name.localeCompare(b.name));
    for (const { name, statements } of pending) {
      await sql.begin(async (transaction) => {
        await transaction.unsafe(statements);
        await transaction`insert into migration (name) values (${name})`;
      });
    }
    return pending.map(({ name }) => name);
  } finally {
    await sql.end();
  }
};
