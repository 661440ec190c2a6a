import type { StartConfig } from './config.ts';
import { whyNotFree } from './ports.ts';
import { somethingListens } from './probe.ts';
import { StackProblem } from './problem.ts';

/** Looked at before anything is started: whoever sees this should not have had to wait for it. */
export const checkPort = async ({ host, port }: Pick<StartConfig, 'host' | 'port'>): Promise<void> => {
  const reason = await whyNotFree(port, host);
  if (reason === 'EADDRINUSE') throw portIsTaken(port);
  if (reason === 'EACCES') {
    throw new StackProblem(
      `Port ${port} is not for ordinary users: choose another one, for example PORT=3000 npm start.`,
    );
  }
  if (reason)
    throw new StackProblem(`Nothing can listen on ${host} (${reason}): set HOST to an address of this machine.`);
  // "localhost" is ::1 for many programs, and another server there would get their requests.
  if (await somethingListens(port, '::1')) throw portIsTaken(port);
};

export const portIsTaken = (port: number): StackProblem =>
  new StackProblem(
    `Port ${port} is taken by another program: stop that one, or choose another port, for example PORT=${port + 1} npm start.`,
  );
