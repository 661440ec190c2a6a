import { fileURLToPath } from 'node:url';
import { type Migration, migrate } from '@representa/postgres';
import { readMigrateConfig } from './config.ts';

interface Migrations {
  schema: string;
  directory: URL;
  libraries?: readonly Migration[];
}

/** The command `migrate` of every process. */
export const runMigrations = async ({ schema, directory, libraries = [] }: Migrations): Promise<void> => {
  const { DATABASE_URL } = readMigrateConfig();
  const say = (what: string): void => void process.stdout.write(`${schema}: ${what}\n`);
  const onApplied = (name: string): void => say(`applied ${name}`);
  const applied = await migrate({
    url: DATABASE_URL,
    schema,
    directory: fileURLToPath(directory),
    libraries,
    onApplied,
  });
  if (applied.length === 0) say('nothing to do');
};
