import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';

/** The rules of deploy/components/backup/consistency.sql that are broken, of those whose name matches. */
export const brokenRules = async (admin: Pick<Sql, 'unsafe'>, about = /./): Promise<string[]> => {
  const file = readFileSync(new URL('../../../deploy/components/backup/consistency.sql', import.meta.url), 'utf8');
  const [select = ''] = file.split('begin isolation level repeatable read read only;')[1]?.split(/^do /m) ?? [];
  const rows = await admin.unsafe<{ rule: string; broken: string }[]>(select);
  return rows.filter(({ rule, broken }) => about.test(rule) && Number(broken) > 0).map(({ rule }) => rule);
};

/** Other rules are about other schemas, which a test of sales alone leaves empty. */
export const ledgerRules = /commission|receipt/;
