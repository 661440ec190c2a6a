import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import type { FilledDatabase } from '../product.ts';
import { alone, type Block } from './blocks.ts';
import { representadasEach } from './ids.ts';
import {
  clientStatements,
  companyStatements,
  counterStatements,
  currentChangeStatements,
  generatedCodes,
  type Range,
  representadaReferenceStatement,
  type Schemas,
  saleStatements,
  sequenceStatements,
  withoutAuditStatements,
} from './statements.ts';

const settings = {
  application_name: 'fill',
  // The foreign keys hold by construction. Checking them would take longer than writing the rows.
  session_replication_role: 'replica',
  maintenance_work_mem: '512MB',
  work_mem: '256MB',
  jit: 'off',
};

const withAdmin = async ({ url, schemas }: FilledDatabase, work: (sql: Sql) => Promise<void>): Promise<void> => {
  // The functions of sales call each other without a schema.
  const connection = { ...settings, search_path: `${schemas.sales}, extensions` };
  const sql = postgres(url, { max: 2, onnotice: () => {}, connection });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
};

/** No statement reads what another one writes, so two run at a time. The driver alone would pipeline them. */
const runAll = async (sql: Sql, statements: readonly string[]): Promise<void> => {
  const queue = [...statements];
  const runNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) await sql.unsafe(next);
  };
  await Promise.all([runNext(), runNext()]);
};

const blockStatements = (block: Block, schemas: Schemas): string[] => {
  const range = { from: 1, codes: generatedCodes, itensEach: 3 };
  const clients = { ...range, to: block.clients };
  return [
    ...companyStatements(block, schemas),
    ...(schemas.hasReferences ? [representadaReferenceStatement(block, schemas)] : []),
    ...clientStatements(block, clients, schemas),
    ...saleStatements(block, { ...range, to: block.sales }, clients, schemas),
    ...counterStatements(block, { ...block, generated: true }, schemas),
  ];
};

/** Writes blocks of companies as the administrator. Vacuums, so that autovacuum does not run during the measurements. */
export const fill = (database: FilledDatabase, blocks: readonly Block[]): Promise<void> =>
  withAdmin(database, async (sql) => {
    const { schemas } = database;
    await withoutIndexes(sql, schemas, async () => {
      for (const block of blocks) {
        await runAll(sql, sequenceStatements(block, { ...block, representadas: representadasEach }, schemas));
        await runAll(sql, blockStatements(block, schemas));
      }
    });
    await runAll(sql, currentChangeStatements(schemas));
    await sql.unsafe('vacuum (analyze)');
    await sql.unsafe('checkpoint');
  });

/** To build an index over many rows is much faster than to add the rows to it. */
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

/** The company that grows, with its key and representadas: its clients and sales are created through the API. */
export const addLoneCompany = (database: FilledDatabase): Promise<void> =>
  withAdmin(database, async (sql) => {
    const [block, { schemas }] = [alone(0), database];
    await runAll(sql, sequenceStatements(block, { clients: 0, sales: 0, representadas: representadasEach }, schemas));
    await runAll(sql, companyStatements(block, schemas));
    await runAll(sql, currentChangeStatements(schemas));
  });

/**
 * Adds clients and sales to the lone company as the administrator. Indexes stay, and nothing is analyzed or vacuumed:
 * the services keep the plans that they made while the tables were small.
 */
export const growLoneCompany = (database: FilledDatabase, from: number, to: number): Promise<void> =>
  withAdmin(database, async (sql) => {
    const { schemas } = database;
    // Newer than what the API has created, so that page 1 shows these.
    const moment = Date.now();
    const codes = { client: 'LOTE-', sale: 'LOTE-' };
    const range: Range = { from: from + 1, to, moment, codes, itensEach: 1, varied: true };
    const added = { clients: to - from, sales: to - from, generated: false };
    const block = alone(to);
    await runAll(sql, sequenceStatements(block, { ...added, representadas: 0 }, schemas));
    await withLargePendingList(sql, `${schemas.clients}.client_search`, () =>
      runAll(sql, [
        ...clientStatements(block, range, schemas),
        ...saleStatements(block, range, range, schemas),
        ...counterStatements(block, added, schemas),
      ]),
    );
    await runAll(sql, currentChangeStatements(schemas));
    await runAll(sql, withoutAuditStatements(schemas));
    await sql.unsafe('checkpoint');
  });

const maxAutovacuumMs = 10 * 60_000;

/**
 * After a bulk load autovacuum takes a core for minutes, and what it wrote is flushed for minutes more. After so many single
 * writes both would be over: waits for it.
 */
export const settle = (database: FilledDatabase): Promise<void> =>
  withAdmin(database, async (sql) => {
    const deadline = performance.now() + maxAutovacuumMs;
    const isOver = async (): Promise<boolean> => {
      // Its default thresholds.
      const [{ left, busy }] = await sql<[{ left: number; busy: number }]>`
        select
          (select count(*)::int from pg_stat_user_tables where n_ins_since_vacuum > 1000 + 0.2 * n_live_tup) as left,
          (select count(*)::int from pg_stat_activity where backend_type = 'autovacuum worker') as busy`;
      return left === 0 && busy === 0;
    };
    while (!(await isOver())) {
      if (performance.now() > deadline) throw new Error('autovacuum has not ended');
      await pause(1_000);
    }
    // While a bulk load's other transactions were open, autovacuum could not mark pages as visible to all. Takes no statistics.
    await sql.unsafe('vacuum');
    await sql.unsafe('checkpoint');
  });

/** Merging few large lists into a search index is several times faster than many small ones. No plan depends on it. */
const withLargePendingList = async (sql: Sql, index: string, write: () => Promise<void>): Promise<void> => {
  const [{ options }] = await sql<[{ options: string[] }]>`
    select reloptions as options from pg_class where oid = ${index}::regclass`;
  await sql.unsafe(`alter index ${index} set (gin_pending_list_limit = 524288)`);
  await write();
  await sql`select gin_clean_pending_list(${index}::regclass)`;
  await sql.unsafe(`alter index ${index} set (${options.join()})`);
};
