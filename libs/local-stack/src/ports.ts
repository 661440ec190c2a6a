import { createSocket } from 'node:dgram';
import { connect, createServer, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { codeOf, StackProblem } from './problem.ts';

/**
 * Below the range of ephemeral ports. Otherwise a client that keeps reconnecting to a stopped server could get that
 * server's port as its own local port, and the server could not listen on it again.
 */
const lowest = 20_000;
const highest = 32_000;
let next = lowest + Math.floor(Math.random() * (highest - lowest));

/** Returns the system's error code, or undefined when the port is free. */
const whyNotFree = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/**
 * Reserves a port until this process ends, also while no server listens on it: tests kill and restart their servers. The UDP
 * port of that number, which nobody uses, stands for the reservation: the kernel takes it back however the process ends.
 */
export const reservePort = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });

/** Reserved for this process, and free when it was chosen. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < highest - lowest; tries++) {
    const port = next;
    next = next + 1 < highest ? next + 1 : lowest;
    if ((await reservePort(port)) && !(await whyNotFree(port))) return port;
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
};

const probeTimeoutMs = 1_000;

/** What a server sends first after the question, or '' when it only accepts the connection. Needs no client library. */
const ask = (port: number, host: string, question?: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (answer?: string): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(probeTimeoutMs, () => finish());
    socket.once('connect', () => (question === undefined ? finish('') : socket.write(question, 'latin1')));
    socket.once('data', (data) => finish(data.toString('latin1')));
    socket.once('error', () => finish());
    socket.once('close', () => finish());
  });

export const somethingListens = async (port: number, host: string): Promise<boolean> =>
  (await ask(port, host)) !== undefined;

/** Whether the server's first words contain these. */
export const answers = async (port: number, question: string, expected: string): Promise<boolean> =>
  (await ask(port, '127.0.0.1', question))?.includes(expected) ?? false;

export const httpAnswersOk = (url: string): Promise<boolean> =>
  fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    async (response) => (await response.text()) !== undefined && response.ok,
    () => false,
  );

export interface Address {
  host: string;
  port: number;
}

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
