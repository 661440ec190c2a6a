import { saleMarks } from '@representa/deep-pages';
import { idempotencyMigration } from '@representa/idempotency';
import { runMigrations } from '@representa/service-kit';

const directory = new URL('../migrations', import.meta.url);

await runMigrations({ schema: 'sales', directory, libraries: [idempotencyMigration, saleMarks] });
