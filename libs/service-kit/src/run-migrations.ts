import { fileURLToPath } from 'node:url';
import { migrate, waitForDatabase } from '@representa/postgres';
import { readMigrateConfig } from './config.ts';

/** The command `migrate` of every process. The build puts the SQL beside it, in `dist/sql`. */
export const runMigrations = async (schema: string, directory: URL): Promise<void> => {
  const { DATABASE_URL } = readMigrateConfig();
  const print = (line: string): void => void process.stdout.write(`${schema}: ${line}\n`);
  await waitForDatabase({ url: DATABASE_URL, schema, onWaiting: print });
  const applied = await migrate({
    url: DATABASE_URL,
    schema,
    directory: fileURLToPath(directory),
    onApplied: (name) => print(`applied ${name}`),
  });
  if (applied.length === 0) print('nothing to do');
};
