import { endGuard } from './children/guard.ts';
import type { Supervisor } from './children/supervisor.ts';
import { removeStackFile } from './data-folder/stack-file.ts';
import type { StackLock } from './data-folder/stack-lock.ts';
import type { StackProcesses } from './processes/processes.ts';
import type { Servers } from './servers/servers.ts';

/** The parts of the stack that have been started so far. */
export interface Started {
  /** The stack is being stopped: nothing more may be started. */
  over?: boolean;
  folder?: string;
  lock?: StackLock;
  servers?: Servers;
  processes?: StackProcesses;
  supervisor?: Supervisor;
}

/** Stops the processes, then their servers, then the guard, which stops everything that was still starting. */
export const shutDown = async (started: Started): Promise<void> => {
  started.over = true;
  const { folder, lock, servers, processes, supervisor } = started;
  supervisor?.end();
  await processes?.stop();
  await servers?.stop();
  await endGuard();
  if (!lock || !folder) return;
  removeStackFile(folder);
  lock.release();
};

/** Without grace periods. */
export const killAll = (): Promise<void> => endGuard({ force: true });
