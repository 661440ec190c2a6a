import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { deployFolder } from './deploy-folder.ts';

/** What consistency.sql finds in a database. */
export const consistencyProblems = async (sql: postgres.Sql): Promise<string[]> => {
  const text = readFileSync(`${deployFolder}components/backup/consistency.sql`, 'utf8');
  // Lines with a backslash are for psql. The last statement fails when a rule is broken.
  const results = await sql.unsafe(text.replace(/^\\.*$/gm, '').replace(/^do [\s\S]*/m, 'commit;')).simple();
  const rows = (results as unknown as { rule: string; broken: string }[][]).flat();
  return rows.filter(({ broken }) => broken !== '0').map(({ rule, broken }) => `${rule}: ${broken}`);
};
