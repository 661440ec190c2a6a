import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';

/** Operators run it after a restore. */
const rulesFile = new URL('../../../deploy/components/backup/consistency.sql', import.meta.url);

/** The rules of consistency.sql that the data breaks, each with its number of records; only those about a subject. */
export const brokenRules = async (sql: Pick<Sql, 'unsafe'>, about = /./): Promise<string[]> => {
  // Lines with a backslash are for psql. The last statement fails when a rule is broken.
  const statements = readFileSync(rulesFile, 'utf8')
    .replace(/^\\.*$/gm, '')
    .replace(/^do [\s\S]*/m, 'commit;');
  const results = await sql.unsafe(statements).simple();
  const rules = results.flat() as unknown as { rule: string; broken: string }[];
  return rules
    .filter(({ rule, broken }) => broken !== '0' && about.test(rule))
    .map(({ rule, broken }) => `${rule}: ${broken}`);
};
