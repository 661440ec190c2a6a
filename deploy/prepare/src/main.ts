import { prepareDatabase } from '@representa/postgres';
import { readConfig } from './config.ts';

const { adminUrl, passwords } = readConfig();
await prepareDatabase(adminUrl, passwords);
