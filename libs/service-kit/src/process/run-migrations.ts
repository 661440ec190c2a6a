import { fileURLToPath } from 'node:url';
import { migrate, waitForDatabase } from '@representa/postgres';
import { readMigrateUrl } from './config.ts';

/** The command `migrate` of every process. The build puts the SQL beside it, in `dist/sql`. */
export const runMigrations = async (schema: string, directory: URL): Promise<void> => {
  const url = readMigrateUrl();
  const print = (line: string): void => void process.stdout.write(`${schema}: ${line}\n`);
  await waitForDatabase({ url, schema, onWaiting: print });
  const applied = await migrate({
    url,
    schema,
    directory: fileURLToPath(directory),
    onApplied: (name) => print(`applied ${name}`),
    onWaiting: print,
  });
  if (applied.length === 0) print('nothing to do');
};
