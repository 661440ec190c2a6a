import { fileURLToPath } from 'node:url';
import { migrate } from '@representa/postgres';
import { readMigrateConfig } from '@representa/service-kit';

await migrate({
  url: readMigrateConfig().DATABASE_URL,
  schema: 'gateway',
  directory: fileURLToPath(new URL('../migrations', import.meta.url)),
});
