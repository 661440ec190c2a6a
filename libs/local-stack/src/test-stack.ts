import { endGuard } from './children/guard.ts';
import { buildProcesses, makeDemo, migrate, type ProcessesOptions, startProcesses } from './processes.ts';
import { type Servers, startServers } from './servers/servers.ts';

/** Builds the processes, and starts servers of their own with migrated schemas. Stopping them ends the guard too. */
export const startMigratedServers = async (): Promise<Servers> => {
  await buildProcesses();
  const servers = await startServers({ fsync: false });
  await migrate(servers);
  const stop = async (): Promise<void> => {
    await servers.stop();
    await endGuard();
  };
  return { ...servers, stop };
};

/** Starts what `npm start` starts, demo companies included, on free ports and with data of its own. */
export const startWholeStack = async (options: ProcessesOptions = {}) => {
  const servers = await startMigratedServers();
  await makeDemo(servers, 'development');
  const processes = await startProcesses(servers, { logLevel: 'warn', ...options });
  const stop = async (): Promise<void> => {
    await processes.stop();
    await servers.stop();
  };
  return { ...processes, stop };
};
