import { buildProcesses, endGuard, migrate, seedDemo, startProcesses, startServers } from '@representa/local-stack';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    gatewayPort: number;
    gatewayPid: number;
  }
}

/** The system as `npm start` runs it, on free ports. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
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
    project.provide('gatewayPort', processes.gateway.port);
    project.provide('gatewayPid', processes.gateway.pid() ?? 0);
    return async () => {
      await processes.stop();
      await stopServers();
    };
  } catch (error) {
    await stopServers();
    throw error;
  }
};
