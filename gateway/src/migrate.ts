import { fileURLToPath } from 'node:url';
import { migrate } from '@representa/postgres';
import { readMigrationConfig } from './config.ts';

const directory = fileURLToPath(new URL('../migrations', import.meta.url));
await migrate({ url: readMigrationConfig().DATABASE_URL, schema: 'gateway', directory });
