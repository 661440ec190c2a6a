import { buildProcesses, endGuard, migrate, seedDemo, startProcesses, startServers } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';
import { givenBaseUrl } from './config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** Whether the system is unused: only then the first code and the empty list can be tested. */
    fresh: boolean;
  }
}

/** Starts what `npm start` starts: four processes, PostgreSQL, NATS and Redis, on free ports. */
const startStack = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  await buildProcesses();
  const servers = await startServers();
  const stopServers = async (): Promise<void> => {
    await servers.stop();
    await endGuard();
  };
  try {
    await migrate(servers);
    await seedDemo(servers, 'development');
    const processes = await startProcesses(servers, { logLevel: 'warn' });
    const stop = async (): Promise<void> => {
      await processes.stop();
      await stopServers();
    };
    return { url: processes.url, stop };
  } catch (error) {
    await stopServers();
    throw error;
  }
};

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const own = givenBaseUrl ? undefined : await startStack();
  project.provide('baseUrl', givenBaseUrl ?? own?.url ?? '');
  project.provide('fresh', own !== undefined);
  return async () => own?.stop();
};
