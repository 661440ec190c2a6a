import type { StartConfig } from './config.ts';
import { whyNotFree } from './ports.ts';
import { somethingListens } from './probe.ts';
import { StackProblem } from './problem.ts';

/** Called before anything is started, so that the error appears at once. */
export const checkPort = async ({ host, port }: Pick<StartConfig, 'host' | 'port'>): Promise<void> => {
  const reason = await whyNotFree(port, host);
  if (reason === 'EADDRINUSE') throw portIsTaken(port);
  if (reason === 'EACCES') {
    throw new StackProblem(`Port ${port} needs root: choose another one, for example PORT=3000 npm start.`);
  }
  if (reason)
    throw new StackProblem(`Nothing can listen on ${host} (${reason}): set HOST to an address of this machine.`);
  // Many programs resolve "localhost" to ::1. Another server listening there would get their requests.
  if (await somethingListens(port, '::1')) throw portIsTaken(port);
};

export const portIsTaken = (port: number): StackProblem =>
  new StackProblem(
    `Port ${port} is taken by another program: stop that program, or choose another port, for example PORT=${port + 1} npm start.`,
  );
