import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import type { FilledDatabase } from '../product.ts';

/** The rules that the data breaks after the measurements. Figures of a system that breaks them mean nothing. */
export const findBrokenRules = async ({ url, rulesFile }: FilledDatabase): Promise<string[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { work_mem: '256MB' } });
  try {
    const results = await sql.unsafe(await readFile(rulesFile, 'utf8')).simple();
    const rules = results.flat() as unknown as { rule: string; broken: string }[];
    return rules.filter(({ broken }) => broken !== '0').map(({ rule, broken }) => `${broken} ${rule}`);
  } finally {
    await sql.end();
  }
};
