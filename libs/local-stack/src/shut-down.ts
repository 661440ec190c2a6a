import { endGuard } from './guard.ts';
import type { StackProcesses } from './processes.ts';
import type { Servers } from './servers.ts';
import { removeStackFile } from './stack-file.ts';
import type { StackLock } from './stack-lock.ts';
import type { Supervisor } from './supervisor.ts';

/** As much of the stack as there is so far. */
export interface Started {
  /** It is being stopped: nothing more is to be started. */
  over?: boolean;
  folder?: string;
  lock?: StackLock;
  servers?: Servers;
  processes?: StackProcesses;
  supervisor?: Supervisor;
}

/** Processes first, then the servers that they use; last the guard, which ends what was still on its way up. */
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

/** Without waiting for anybody. */
export const killAll = (): Promise<void> => endGuard({ force: true });
