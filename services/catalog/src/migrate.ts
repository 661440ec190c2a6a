import { runMigrations } from '@representa/service-kit/process';

await runMigrations('catalog', new URL('./sql/', import.meta.url));
