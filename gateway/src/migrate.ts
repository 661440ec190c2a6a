import { runMigrations } from '@representa/service-kit';

await runMigrations({ schema: 'gateway', directory: new URL('../migrations', import.meta.url) });
