import { silentLog } from '@representa/telemetry';
import { startTestDatabase, type TestDatabase } from '@representa/testing';
import { afterAll, beforeAll } from 'vitest';
import { connectPostgres, type Database } from '../src/index.ts';

/** A database for the tests of a file, as the service `clients` connects to it. */
export const useDatabase = ({ connections = 1, statementTimeoutMs = 5_000, log = silentLog } = {}) => {
  let server: TestDatabase;
  let opened: Database;
  const connect = (limits = { connections, statementTimeoutMs }, parameters = ''): Database =>
    connectPostgres({ url: `${server.databaseUrl('clients')}${parameters}`, schema: 'clients', log, ...limits });
  beforeAll(async () => {
    server = await startTestDatabase();
    opened = connect();
  });
  afterAll(async () => {
    await opened.end();
    await server.stop();
  });
  const database: Pick<Database, 'within'> = { within: (...sent) => opened.within(...sent) };
  return { database, connect, adminUrl: () => server.adminUrl };
};
