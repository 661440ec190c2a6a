import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { StartConfig } from '../config.ts';
import { StackProblem } from '../problem.ts';
import { whyNotFree } from './ports.ts';
import { somethingListens } from './probe.ts';

type Address = Pick<StartConfig, 'host' | 'port'>;

/** Called before anything is started, so that the error appears at once. `PREFIX` is that of the variables. */
export const checkPort = async ({ host, port }: Address, PREFIX: '' | 'ADMIN_' = ''): Promise<void> => {
  const reason = await whyNotFree(port, host);
  // Many programs resolve "localhost" to ::1. Another server listening there would get their requests.
  if (reason === 'EADDRINUSE' || (!reason && (await somethingListens(port, '::1'))))
    throw new StackProblem(
      `Port ${port} is taken by another program: stop that program, or choose another port, for example ${PREFIX}PORT=${port + 1} npm start.`,
    );
  if (reason === 'EACCES')
    throw new StackProblem(`Port ${port} needs root: choose another one, for example ${PREFIX}PORT=3000 npm start.`);
  if (reason)
    throw new StackProblem(
      `Nothing can listen on ${host} (${reason}): set ${PREFIX}HOST to an address of this machine.`,
    );
};

/** Each address that stands for all addresses of this machine, with one that a client can connect to. */
const loopbackOf: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where a program of this machine reaches a server that listens on `host`. */
export const localUrl = ({ host, port }: Address): string => {
  const address = loopbackOf[host] ?? host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`;
};

/** The address that the user is shown: `localhost` where it leads there too. */
export const publicUrl = ({ host, port }: Address): string => {
  const local = ['127.0.0.1', '::1'].includes(loopbackOf[host] ?? host);
  return localUrl({ host: local ? 'localhost' : host, port });
};

/** The address for other devices of the network, when the API listens on all addresses of this machine. */
export const networkUrl = ({ host, port }: Address): string | undefined => {
  if (!(host in loopbackOf)) return undefined;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outer && `http://${outer.address}:${port}`;
};
