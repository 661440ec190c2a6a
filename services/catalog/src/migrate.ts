import { fileURLToPath } from 'node:url';
import { idempotencyMigration } from '@representa/idempotency';
import { migrate } from '@representa/postgres';
import { readMigrateConfig } from '@representa/service-kit';

await migrate({
  url: readMigrateConfig().DATABASE_URL,
  schema: 'catalog',
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
  libraries: [idempotencyMigration],
});
