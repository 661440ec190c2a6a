import type { ProcessName } from '@representa/contracts';
import { connectPostgres, type Database, sql } from '@representa/postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ExplainedStatement,
  explainStatements,
  numberedId,
  readExplained,
  type TableState,
  tableStates,
} from './plans.ts';
import { startTestDatabase, type TestDatabase } from './stack.ts';

/** How many rows a statement may read. */
type MaxRows = number | ((query: string) => number);

/** A repository's call, and how many rows each of its statements may read; 150 unless given. */
export type PlannedQuery = [run: () => Promise<unknown>, maxRows?: MaxRows];

interface Options {
  schema: ProcessName;
  tables: string[];
  /** In which the tables are looked at; `tableStates` unless given. */
  states?: TableState[];
  /** Statements that put the tables into a state. */
  fill: (state: TableState) => string[];
  queries: (database: Database, state: TableState) => Record<string, PlannedQuery>;
}

const defaultRows = 150;
const maxBuffers = 600;
/**
 * A lookup by primary key reads the root and a page of the index, and a page of the table. It may read a second one: that of
 * a deleted version, as long as an ANALYZE of autovacuum may still see it.
 */
const buffersPerRow = 3;

/** So few that the planner rather sorts them than reads them in the order of an index. */
const fewRecords = 300;

/** The company whose calls are looked at: number 1 of every state. */
export const plannedCall = () => ({
  empresa_id: numberedId(0, 1),
  time_zone: 'America/Sao_Paulo',
  request_id: 'plan',
  key: { id: numberedId(9, 1), prefix: 'rep_plan' },
  address: '127.0.0.1',
  deadline: performance.now() + 20_000,
});

/** Otherwise a write that is looked at would merge the pending list of the fill, and read all of its pages. */
const cleanPendingLists = (admin: postgres.Sql) => admin`
  select gin_clean_pending_list(pg_class.oid) from pg_class join pg_am on pg_am.oid = relam
  where amname = 'gin' and relkind = 'i'`;

/** Runs every query in every state of the tables and looks at the plans that were really used. */
export const testPlans = ({ schema, tables, states = tableStates, fill, queries }: Options): void => {
  describe.each(states)('$name', (state) => {
    let testDatabase: TestDatabase;
    let database: Database;
    let explained: ExplainedStatement[] = [];

    beforeAll(async () => {
      testDatabase = await startTestDatabase();
      const admin = postgres(testDatabase.adminUrl, { max: 1, onnotice: () => {} });
      await admin.unsafe(`set search_path = ${schema}, extensions`);
      for (const table of tables) await admin.unsafe(`alter table ${table} set (autovacuum_enabled = false)`);
      await explainStatements(admin, schema);
      database = connectPostgres({
        url: testDatabase.databaseUrl(schema),
        schema,
        connections: 1,
        statementTimeoutMs: 20_000,
        onNotice: ({ message = '' }) => explained.push(...[readExplained(message)].filter((one) => one !== undefined)),
      });
      // Without foreign-key checks of every row: the rows are known to be right.
      await admin.unsafe('set session_replication_role = replica');
      const fillTables = async (records: number): Promise<void> => {
        for (const statement of fill({ ...state, records })) await admin.unsafe(statement);
      };
      const analyze = () => admin.unsafe(`analyze ${tables.join(', ')}`);
      if (state.analyzed === 'while empty') await analyze();
      if (state.analyzed === 'while small') {
        await fillTables(fewRecords);
        await analyze();
      }
      if (state.analyzed === 'while small' || state.analyzed === 'never') {
        for (const [run] of Object.values(queries(database, state)))
          await run().catch((error) => {
            if (state.analyzed === 'while small') throw error;
          });
        for (const table of tables) await admin.unsafe(`delete from ${table}`);
      }
      await fillTables(state.records);
      await cleanPendingLists(admin);
      if (state.analyzed === 'after the fill') await analyze();
      await admin.end();
    });
    afterAll(async () => {
      await database.end();
      await testDatabase.stop();
    });

    test('every statement is read as it should be', { timeout: 120_000 }, async () => {
      const violations: string[] = [];
      for (const [name, [run, maxRows = defaultRows]] of Object.entries(queries(database, state))) {
        explained = [];
        await run().catch((error) => violations.push(`${name}: ${error}`));
        if (explained.length === 0) violations.push(`${name}: no statement ran`);
        for (const statement of explained)
          violations.push(...violationsOf(statement, maxRows).map((violation) => `${name}: ${violation}`));
      }
      expect(violations.join('\n\n')).toBe('');
    });
  });
};

const violationsOf = ({ query, rowsRead, buffers, sequentialScans, plan }: ExplainedStatement, maxRows: MaxRows) => {
  const max = typeof maxRows === 'number' ? maxRows : maxRows(query);
  const maxOfBuffers = maxBuffers + buffersPerRow * max;
  return [
    ...sequentialScans.map((table) => `reads all of ${table}`),
    ...(rowsRead > max ? [`reads ${rowsRead} rows instead of at most ${max}`] : []),
    ...(buffers > maxOfBuffers ? [`reads ${buffers} buffers instead of at most ${maxOfBuffers}`] : []),
  ].map((violation) => `${violation}\n${query}\n${plan}`);
};

const countPrepared = async (database: Database): Promise<number> => {
  const count = sql<[{ total: number }]>`select count(*) as total from pg_prepared_statements`;
  return (await database.within(plannedCall(), count))[0].total;
};

/** How many statements a list leaves prepared on the one connection of `database`, when it is read in pages of 1 to 60. */
export const countPreparedPages = async (
  database: Database,
  readPage: (limit: number) => Promise<unknown>,
): Promise<number> => {
  const before = await countPrepared(database);
  for (let limit = 1; limit <= 60; limit++) await readPage(limit);
  return (await countPrepared(database)) - before;
};
