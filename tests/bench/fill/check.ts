import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import type { FilledDatabase } from '../stack.ts';

/** What must hold after every measurement: otherwise the figures are of something broken. */
export const findBroken = async ({ url, rulesFile }: FilledDatabase): Promise<string[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { work_mem: '256MB' } });
  try {
    const results = await sql.unsafe(await readFile(rulesFile, 'utf8')).simple();
    const rules = results.flat() as unknown as { rule: string; broken: string }[];
    return rules.filter(({ broken }) => broken !== '0').map(({ rule, broken }) => `${broken} ${rule}`);
  } finally {
    await sql.end();
  }
};
