import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';

/** The rules of consistency.sql about commissions that are broken. The file may be run on a live system. */
export const brokenRules = async (admin: Sql): Promise<string[]> => {
  const file = readFileSync(new URL('../../../deploy/components/backup/consistency.sql', import.meta.url), 'utf8');
  const [select = ''] = file.split('begin isolation level repeatable read read only;')[1]?.split(/^do /m) ?? [];
  const rows = await admin.unsafe<{ rule: string; broken: string }[]>(select);
  return rows
    .filter(({ rule, broken }) => /commission|receipt/.test(rule) && Number(broken) > 0)
    .map(({ rule }) => rule);
};
