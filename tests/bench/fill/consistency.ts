import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import type { FilledDatabase } from '../product.ts';

/** The rules that the data breaks after the measurements. Figures of a system that breaks them mean nothing. */
export const findBrokenRules = async ({ url, rulesFile }: FilledDatabase): Promise<string[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { work_mem: '256MB' } });
  try {
    // Lines with a backslash are for psql, and a broken rule is an error for it.
    const statements = (await readFile(rulesFile, 'utf8'))
      .replace(/^\\.*$/gm, '')
      .replace(/^do \$\$[\s\S]*?^end \$\$;$/gm, '');
    const results = await sql.unsafe(statements).simple();
    const rules = results.flat() as unknown as { rule: string; broken: string }[];
    return rules.filter(({ broken }) => broken !== '0').map(({ rule, broken }) => `${broken} ${rule}`);
  } finally {
    await sql.end();
  }
};
