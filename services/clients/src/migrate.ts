import { runMigrations } from '@representa/service-kit';

await runMigrations('clients', new URL('./sql/', import.meta.url));
