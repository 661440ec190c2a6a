import { createServer } from 'node:net';
import { reservePort } from './port-reservation.ts';
import { codeOf, PortTaken } from './problem.ts';

/**
 * Below the range from which systems take the local ports of outgoing connections: a client that keeps dialling a
 * server that is down can otherwise be given that server's own port, and the server could not come back on it.
 */
const lowest = 20_000;
const highest = 32_000;
let next = lowest + Math.floor(Math.random() * (highest - lowest));

/** Undefined when the port can be listened on, else the system's reason. */
export const whyNotFree = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < highest - lowest; tries++) {
    const port = next;
    next = next + 1 < highest ? next + 1 : lowest;
    if (reservePort(port) && !(await whyNotFree(port))) return port;
  }
  throw new Error(`no port from ${lowest} to ${highest} is free`);
};

/** Runs what needs a port on a given one or on free ones, until no other program is quicker. */
export const withPort = async <T>(given: number | undefined, use: (port: number) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await use(given ?? (await freePort()));
    } catch (error) {
      if (!(error instanceof PortTaken) || given !== undefined || tries === 5) throw error;
    }
  }
};
