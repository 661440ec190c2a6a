import { prepareDatabase, waitForDatabase } from '@representa/postgres';
import { readConfig } from './config.ts';

const { adminUrl, passwords } = readConfig();
await waitForDatabase({ url: adminUrl, onWaiting: (reason) => process.stdout.write(`prepare: ${reason}\n`) });
await prepareDatabase(adminUrl, passwords);
