import postgres, { type Sql } from 'postgres';
import { type Block, isLarge } from './blocks.ts';
import { fillStatements, type Schemas } from './statements.ts';

interface Filled {
  url: string;
  schemas: Schemas;
}

const settings = {
  application_name: 'fill',
  // Foreign keys hold by construction; to check them row by row would take longer than to write the rows.
  session_replication_role: 'replica',
  maintenance_work_mem: '512MB',
  work_mem: '64MB',
  jit: 'off',
  search_path: 'extensions',
};

/** Writes blocks of companies as the administrator, leaves the statistics fresh and nothing to be written out later. */
export const fill = async ({ url, schemas }: Filled, blocks: readonly Block[]): Promise<void> => {
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection: settings });
  try {
    // Each statement writes another table, so the order does not matter.
    const write = async (): Promise<void> => {
      for (const block of blocks) await Promise.all(fillStatements(block, schemas).map((one) => sql.unsafe(one)));
    };
    await (blocks.some(isLarge) ? withoutIndexes(sql, schemas, write) : write());
    await sql.unsafe('vacuum (analyze)');
    await sql.unsafe('checkpoint');
  } finally {
    await sql.end();
  }
};

/** To build an index over a million rows is much faster than to add a million rows to it. */
const withoutIndexes = async (sql: Sql, schemas: Schemas, write: () => Promise<void>): Promise<void> => {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
    where schemaname = any (${Object.values(schemas).filter((schema) => typeof schema === 'string')})
      and tablename in ('client', 'sale') and not exists (
        select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass
      )`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await write();
  await Promise.all(indexes.map(({ definition }) => sql.unsafe(definition)));
};
