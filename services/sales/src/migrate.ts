import { runMigrations } from '@representa/service-kit/process';

await runMigrations('sales', new URL('./sql/', import.meta.url));
