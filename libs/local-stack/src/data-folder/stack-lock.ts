import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../children/is-alive.ts';
import { createLockFile, readLockFile, removeStaleLock } from '../lock-file.ts';
import { StackProblem } from '../problem.ts';

/**
 * One stack per data folder. The holder of the lock lives, listens on a port and answers with the lock's token; otherwise its
 * lock is stale. Another program may have its pid or its port by now, and may not answer on it.
 */
export interface StackLock {
  release(): void;
}

interface Holder {
  pid: number;
  port: number;
  token: string;
}

/** Another process may be removing the same stale lock. */
const lookAgainMs = 10;

const pathOf = (folder: string): string => join(folder, 'stack.lock');

export const takeLock = async (folder: string): Promise<StackLock> => {
  const token = randomUUID();
  const server = await answerWith(token);
  const { port } = server.address() as { port: number };
  const path = pathOf(folder);
  while (!createLockFile(path, JSON.stringify({ pid: process.pid, port, token } satisfies Holder))) {
    const found = readLockFile(path);
    if (found === undefined) continue;
    if (await isHeld(found)) {
      server.close();
      throw new StackProblem(
        `Representa runs already on the data in ${folder}: stop that one first, or set another DATA_DIR and PORT.`,
      );
    }
    removeStaleLock(path, found);
    await pause(lookAgainMs);
  }
  return {
    release: () => {
      rmSync(path, { force: true });
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
  const found = readLockFile(pathOf(folder));
  return found !== undefined && isHeld(found);
};

const isHeld = async (content: string): Promise<boolean> => {
  const holder = parse(content);
  return holder !== undefined && isAlive(holder.pid) && answers(holder);
};

/** Undefined for a damaged file, which a crash of the machine may leave. */
const parse = (content: string): Holder | undefined => {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    return undefined;
  }
};

/** A holder that accepts the connection without answering is suspended (Ctrl-Z). It still has the lock. */
const answers = ({ port, token }: Holder): Promise<boolean> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(received === token));
  });
