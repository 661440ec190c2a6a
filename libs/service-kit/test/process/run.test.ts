import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { run } from '../../src/process/run.ts';

afterEach(() => vi.restoreAllMocks());

/** Runs a server whose close fails, and returns what a signal does then. */
const runFailing = async (stopTelemetry: () => Promise<void>) => {
  const handlers = new Map<string | symbol, (signal: string) => Promise<void>>();
  vi.spyOn(process, 'once').mockImplementation((signal, handler) => {
    handlers.set(signal, handler as never);
    return process;
  });
  const lines: string[] = [];
  const app = {
    listen: async () => 'http://127.0.0.1:1',
    close: () => Promise.reject(new Error('the database is away')),
    goingAway: false,
    server: createServer(),
  };
  const config = { HOST: '127.0.0.1', PORT: 0, REQUEST_TIMEOUT_MS: 4_000, SHUTDOWN_DELAY_MS: 0 };
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  await run({ app: app as never, log, config: config as never, stopTelemetry });
  return { signal: () => handlers.get('SIGTERM')?.('SIGTERM'), lines };
};

test('a server that cannot be closed is logged, its telemetry is sent, and the process ends as failed', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const stopTelemetry = vi.fn(async () => {});
  const { signal, lines } = await runFailing(stopTelemetry);
  await signal();
  expect(lines.join('')).toContain('the database is away');
  expect(stopTelemetry).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(1);
});
