import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Exit } from '../src/children/child.ts';
import type { Restartable } from '../src/children/restartable.ts';
import { supervise } from '../src/children/supervisor.ts';

const killed: Exit = { code: null, signal: 'SIGKILL' };

/** A server that the test can kill, and whose start can be made to fail. */
const makeServer = () => {
  const listeners: ((exit: Exit) => void)[] = [];
  const start = vi.fn(async () => {});
  const server: Restartable = {
    name: 'sales',
    pid: () => 1,
    start,
    stop: async () => {},
    restart: async () => {},
    kill: async () => {},
    onUnexpectedEnd: (listener) => void listeners.push(listener),
  };
  const die = (): void => {
    for (const listener of listeners) listener(killed);
  };
  return { server, start, die };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const watch = (server: Restartable) => {
  const lines: string[] = [];
  const over = new AbortController();
  supervise(server, over.signal, (line) => void lines.push(line));
  return { lines, over };
};

it('restarts a server that ends, and reports it', async () => {
  const { server, start, die } = makeServer();
  const { lines } = watch(server);
  die();
  await pass(0);
  expect(start).not.toHaveBeenCalled();
  await pass(250);
  expect(start).toHaveBeenCalledOnce();
  expect(lines).toEqual(['sales ended (killed by SIGKILL); starting it again in 0.25 s', 'sales runs again']);
});

it('doubles the pause with each end up to ten seconds, and resets it after half a minute of running', async () => {
  const { server, die } = makeServer();
  const { lines } = watch(server);
  for (const seconds of [0.25, 0.5, 1, 2, 4, 8, 10, 10]) {
    die();
    expect(lines.at(-1)).toContain(`again in ${seconds} s`);
    await pass(seconds * 1_000);
  }
  await pass(30_001);
  die();
  expect(lines.at(-1)).toContain('again in 0.25 s');
});

it('tries again when a start fails', async () => {
  const { server, start, die } = makeServer();
  start.mockRejectedValueOnce(new Error('no luck'));
  const { lines } = watch(server);
  die();
  await pass(250);
  expect(lines.at(-1)).toBe('sales ended (no luck); starting it again in 0.5 s');
  await pass(500);
  expect(lines.at(-1)).toBe('sales runs again');
});

it('starts nothing after its own end', async () => {
  const { server, start, die } = makeServer();
  const { over } = watch(server);
  die();
  over.abort();
  await pass(250);
  expect(start).not.toHaveBeenCalled();
});
