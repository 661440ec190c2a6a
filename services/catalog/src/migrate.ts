import { runMigrations } from '@representa/service-kit';

await runMigrations('catalog', new URL('./sql/', import.meta.url));
