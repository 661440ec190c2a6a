import { join } from 'node:path';
import { environmentOf, type Servers, type StackProcess, startProcess } from '@representa/local-stack';
import { distFolder } from '../paths.ts';
import { type FilledDatabase, nodeEnv } from '../product.ts';
import { createDatabase } from './database.ts';

/** The best of 4, 6, 8, 12 and 16 for its own create and list. */
const connections = '8';

/** Starts the baseline beside the product: the same servers, a database of its own. */
export const startBaseline = async (servers: Servers): Promise<{ process: StackProcess; database: FilledDatabase }> => {
  const database = await createDatabase(servers.postgres.url);
  const process = await startProcess(
    'gateway',
    environmentOf('gateway', servers, {
      nodeEnv,
      // The same Redis, but keys of its own.
      env: {
        DATABASE_URL: database.roleUrl,
        DATABASE_CONNECTIONS: connections,
        REDIS_URL: `${servers.redis.url}/1`,
      },
    }),
    { script: join(distFolder, 'baseline.js') },
  );
  return { process, database };
};
