import { runMigrations } from '@representa/service-kit/process';

await runMigrations('clients', new URL('./sql/', import.meta.url));
