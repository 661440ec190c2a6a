import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { deployFolder } from './deploy-folder.ts';

/** What consistency.sql finds in a database. */
export const consistencyProblems = async (sql: postgres.Sql): Promise<string[]> => {
  const results = await sql.unsafe(readFileSync(`${deployFolder}components/backup/consistency.sql`, 'utf8')).simple();
  const rows = (results as unknown as { rule: string; broken: string }[][]).flat();
  return rows.filter(({ broken }) => broken !== '0').map(({ rule, broken }) => `${rule}: ${broken}`);
};
