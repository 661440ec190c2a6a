import { buildProcesses, endGuard, migrate, seedDemo, startProcesses, startServers } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';
import { givenBaseUrl } from './config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** A system that nobody has used yet: only there a first code and an empty list can be seen. */
    fresh: boolean;
  }
}

/** The real thing, as `npm start` runs it: four processes, PostgreSQL, NATS and Redis, on free ports. */
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
