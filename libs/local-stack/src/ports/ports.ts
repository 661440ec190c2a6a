import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { codeOf } from '../problem.ts';

/**
 * Below the range of ephemeral ports. Otherwise a client that keeps reconnecting to a stopped server could get that
 * server's port as its own local port, and the server could not listen on it again.
 */
const lowest = 20_000;
const highest = 32_000;
let next = lowest + Math.floor(Math.random() * (highest - lowest));

/** Returns the system's error code, or undefined when the port is free. */
export const whyNotFree = (port: number, host = '127.0.0.1'): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(codeOf(error) ?? 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/**
 * Reserves a port until this process ends, also while no server listens on it. Tests kill and restart their servers; another
 * stack that took the port meanwhile would answer in their place. The UDP port of that number, which nobody uses, stands for
 * the reservation: the kernel gives it to one process, and takes it back however the process ends.
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
