import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { StackProblem } from './problem.ts';
import { tryLink } from './try-link.ts';

/**
 * One stack per data folder. Who holds the lock answers on a port with the lock's own token, so a lock that a killed
 * process left behind is known by the silence, whatever process has its pid by now.
 */
export interface StackLock {
  release(): void;
}

interface Holder {
  port: number;
  token: string;
}

const pathOf = (folder: string): string => join(folder, 'stack.lock');

export const takeLock = async (folder: string): Promise<StackLock> => {
  const token = randomUUID();
  const server = await answerWith(token);
  const draft = join(folder, `stack.lock.${token}`);
  const { port } = server.address() as { port: number };
  writeFileSync(draft, JSON.stringify({ port, token } satisfies Holder), { mode: 0o600 });
  try {
    while (!tryLink(draft, pathOf(folder))) {
      if (await isLocked(folder)) {
        server.close();
        throw new StackProblem(
          `Representa runs already on the data in ${folder}: stop that one first, or set DATA_DIR and PORT to others.`,
        );
      }
      rmSync(pathOf(folder), { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      rmSync(pathOf(folder), { force: true });
      server.close();
    },
  };
};

const answerWith = (token: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(token);
    });
    server.unref();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

export const isLocked = async (folder: string): Promise<boolean> => {
  const holder = readHolder(folder);
  return holder !== undefined && answers(holder);
};

const readHolder = (folder: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(pathOf(folder), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
};

/** A connection without an answer is a stack that is suspended (Ctrl-Z): it still holds its folder. */
const answers = ({ port, token }: Holder): Promise<boolean> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(heard === token));
  });
