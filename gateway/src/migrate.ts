import { runMigrations } from '@representa/service-kit/process';

await runMigrations('gateway', new URL('./sql/', import.meta.url));
