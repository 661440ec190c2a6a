import { marksMigration } from '@representa/deep-pages';
import { idempotencyMigration } from '@representa/idempotency';
import { runMigrations } from '@representa/service-kit';

const marks = marksMigration({ records: 'client', counterKey: 'empresa_id' });
const directory = new URL('../migrations', import.meta.url);

await runMigrations({ schema: 'clients', directory, libraries: [idempotencyMigration, marks] });
