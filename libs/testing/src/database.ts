import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import postgres from 'postgres';

/** Operators run it after a restore. */
const rulesFile = new URL('../../../deploy/components/backup/consistency.sql', import.meta.url);

/** The rules of consistency.sql that the data breaks, each with its number of records; only those about a subject. */
export const brokenRules = async (sql: Pick<Sql, 'unsafe'>, about = /./): Promise<string[]> => {
  // Without psql's transaction and the check that makes psql fail: one statement has one snapshot anyway.
  const [, statement = ''] = /^begin .*;$([\s\S]*?)^do /m.exec(readFileSync(rulesFile, 'utf8')) ?? [];
  const rules = await sql.unsafe<{ rule: string; broken: string | number }[]>(statement);
  if (rules.length === 0) throw new Error(`no rules were found in ${rulesFile.pathname}`);
  return rules
    .filter(({ rule, broken }) => Number(broken) > 0 && about.test(rule))
    .map(({ rule, broken }) => `${rule}: ${broken}`);
};

/** Runs `act` while no audit entry of the company can be written in this schema. */
export const withoutAudit = async <T>(
  { adminUrl, schema, empresa_id }: { adminUrl: string; schema: string; empresa_id: string },
  act: () => Promise<T>,
): Promise<T> => {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const table = `${schema}.audit_entry`;
  try {
    await admin.unsafe(`alter table ${table} add constraint refused check (empresa_id <> '${empresa_id}') not valid`);
    return await act();
  } finally {
    await admin.unsafe(`alter table ${table} drop constraint if exists refused`);
    await admin.end();
  }
};
