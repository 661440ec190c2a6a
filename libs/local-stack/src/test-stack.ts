import { endGuard } from './children/guard.ts';
import { migrate, seedDemo } from './processes/migrate.ts';
import { buildProcesses, type ProcessesOptions, type StackProcesses, startProcesses } from './processes/processes.ts';
import { type Servers, startServers } from './servers/servers.ts';

/** Builds the processes, and starts servers of their own with migrated schemas. Stopping them ends the guard too. */
export const startMigratedServers = async (): Promise<Servers> => {
  await buildProcesses();
  const servers = await startServers({ fsync: false });
  const stop = async (): Promise<void> => {
    await servers.stop();
    await endGuard();
  };
  try {
    await migrate(servers);
    return { ...servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Starts what `npm start` starts, demo companies included, on free ports and with data of its own. */
export const startWholeStack = async (options: ProcessesOptions = {}): Promise<StackProcesses> => {
  const servers = await startMigratedServers();
  try {
    await seedDemo(servers, 'development');
    const processes = await startProcesses(servers, { logLevel: 'warn', ...options });
    const stop = async (): Promise<void> => {
      await processes.stop();
      await servers.stop();
    };
    return { ...processes, stop };
  } catch (error) {
    await servers.stop();
    throw error;
  }
};
