import { runMigrations } from '@representa/service-kit';

await runMigrations('gateway', new URL('./sql/', import.meta.url));
