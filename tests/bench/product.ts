import { join } from 'node:path';
import { migrate, type Servers, type StackProcesses, startProcesses, startServers } from '@representa/local-stack';
import { productSchemas, type Schemas } from './fill/statements.ts';
import { type Generator, startGenerator } from './load/start-generator.ts';
import { benchFolder } from './paths.ts';
import type { Groups } from './usage.ts';

export interface FilledDatabase {
  /** The administrator's address. */
  url: string;
  schemas: Schemas;
  /** A script that tells for each rule how many rows break it. */
  rulesFile: string;
}

/** The product on servers of its own, with an empty database, and the load generator. */
export interface Product {
  servers: Servers;
  processes: StackProcesses;
  generator: Generator;
  database: FilledDatabase;
  /** The processes whose CPU and memory are counted. */
  groups: Groups;
  stop(): Promise<void>;
}

export const nodeEnv = 'production';

/** As in production: fsync on, logs on. */
export const startProduct = async (): Promise<Product> => {
  const servers = await startServers();
  try {
    await migrate(servers);
    const processes = await startProcesses(servers, { nodeEnv });
    const generator = startGenerator();
    return {
      servers,
      processes,
      generator,
      database: {
        url: servers.postgres.url,
        schemas: productSchemas,
        rulesFile: join(benchFolder, '../../deploy/components/backup/consistency.sql'),
      },
      groups: {
        gateway: () => [processes.gateway.pid()],
        sales: () => [processes.sales.pid()],
        clients: () => [processes.clients.pid()],
        catalog: () => [processes.catalog.pid()],
        nats: () => [servers.nats.pid()],
        postgres: () => [servers.postgres.pid()],
        redis: () => [servers.redis.pid()],
        generator: () => [generator.pid],
      },
      stop: async () => {
        generator.stop();
        await processes.stop();
        await servers.stop();
      },
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
};
