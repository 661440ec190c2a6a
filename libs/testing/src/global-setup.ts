import { fileURLToPath } from 'node:url';
import { type ProcessName, processes } from '@representa/contracts';
import { clientMarks, saleMarks } from '@representa/deep-pages';
import { idempotencyMigration } from '@representa/idempotency';
import { roleUrl, startPostgres } from '@representa/local-stack';
import { type Migration, migrate, prepareDatabase } from '@representa/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; rolePasswords: Record<ProcessName, string> };
  }
}

const workspaces = {
  gateway: 'gateway',
  sales: 'services/sales',
  catalog: 'services/catalog',
  clients: 'services/clients',
};

/** As in each one's migrate.ts. */
const libraries: Record<ProcessName, Migration[]> = {
  gateway: [],
  sales: [idempotencyMigration, saleMarks],
  catalog: [idempotencyMigration],
  clients: [idempotencyMigration, clientMarks],
};

/** One PostgreSQL for all test files. Its first database is the template of every file's own. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const postgres = await startPostgres();
  await prepareDatabase(postgres.url, postgres.rolePasswords);
  await Promise.all(
    processes.map((schema) =>
      migrate({
        url: roleUrl(postgres, schema),
        schema,
        libraries: libraries[schema],
        directory: fileURLToPath(new URL(`../../../${workspaces[schema]}/migrations`, import.meta.url)),
      }),
    ),
  );
  project.provide('postgres', { url: postgres.url, rolePasswords: postgres.rolePasswords });
  return () => postgres.stop();
};
