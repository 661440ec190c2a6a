import { runMigrations } from '@representa/service-kit';

await runMigrations('sales', new URL('./sql/', import.meta.url));
