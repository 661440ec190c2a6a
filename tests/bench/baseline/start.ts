import { join } from 'node:path';
import { environmentOf, type Servers, type StackProcess, startProcess } from '@representa/local-stack';
import { migrate, prepareDatabase } from '@representa/postgres';
import postgres from 'postgres';
import { benchFolder, distFolder } from '../paths.ts';
import { type FilledDatabase, nodeEnv } from '../product.ts';

const name = 'baseline';
/** The best of 4, 6, 8, 12 and 16 for its own create and list. */
const connections = '8';

/** Starts the baseline beside the product: the same servers, a database of its own. */
export const startBaseline = async (servers: Servers): Promise<{ process: StackProcess; database: FilledDatabase }> => {
  const adminUrl = await createDatabase(servers.postgres.url);
  const process = await startProcess(
    'gateway',
    environmentOf('gateway', servers, {
      nodeEnv,
      // The same Redis, but keys of its own.
      env: {
        DATABASE_URL: asRole(adminUrl),
        DATABASE_CONNECTIONS: connections,
        REDIS_URL: `${servers.redis.url}/1`,
      },
    }),
    { script: join(distFolder, 'baseline.js') },
  );
  const schemas = { gateway: name, clients: name, catalog: name, sales: name, hasReferences: false, hasChanges: false };
  return { process, database: { url: adminUrl, schemas, rulesFile: join(benchFolder, 'baseline/consistency.sql') } };
};

/** With a role that may do as little as those of the services. Returns the administrator's address. */
const createDatabase = async (url: string): Promise<string> => {
  const admin = postgres(url, { max: 1 });
  await admin.unsafe(`create database ${name}`).finally(() => admin.end());
  const address = new URL(url);
  address.pathname = `/${name}`;
  await prepareDatabase(address.href, { [name]: name });
  await migrate({ url: asRole(address.href), schema: name, directory: join(distFolder, 'sql') });
  return address.href;
};

const asRole = (adminUrl: string): string => {
  const address = new URL(adminUrl);
  address.username = name;
  address.password = name;
  return address.href;
};
