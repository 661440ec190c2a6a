import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '@representa/local-stack';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectPostgres, type Database, DeadlinePassed } from '../src/index.ts';

let server: PostgresServer;
let sql: Database;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => sql.end({ timeout: 0 }));
afterAll(() => server.stop());

const inMs = (ms: number) => ({ deadline: Date.now() + ms });
const places = 2;
const open = (url: string): Database =>
  connectPostgres({ url, schema: 'public', connections: places, statementTimeoutMs: 1_000 });

const pid = async (ms: number): Promise<number> => {
  const [row] = await sql.within(inMs(ms), sql<[{ pid: number }]>`select pg_backend_pid() as pid`);
  return row.pid;
};
const outcome = (ms: number): Promise<unknown> => pid(ms).catch((error) => error);
const useEveryConnection = () => Promise.all(Array.from({ length: places }, () => outcome(300)));

/** Passes everything on; those that are connected when it is silenced are never heard again, and nobody is told. */
const startRelay = async (port: number): Promise<{ server: Server; port: number; silence: () => void }> => {
  const sockets = new Set<Socket>();
  const relay = createServer((caller) => {
    const called = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [caller, called],
      [called, caller],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const silence = (): void => {
    for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('end').pause();
  };
  return { server: relay, port: (relay.address() as AddressInfo).port, silence };
};

test('connections on which nothing comes any more are given up, and others take their places', async () => {
  const relay = await startRelay(server.port);
  sql = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`));
  const before = await useEveryConnection();
  relay.silence();
  expect(await useEveryConnection()).toEqual([expect.any(DeadlinePassed), expect.any(DeadlinePassed)]);
  const begun = Date.now();
  await until('new connections answer', async () => typeof (await outcome(500)) === 'number', 5_000);
  expect(Date.now() - begun).toBeLessThan(3_000);
  const after = await useEveryConnection();
  expect(before.some((one) => after.includes(one))).toBe(false);
  relay.server.close();
});

test('a server that stands still blocks nobody for longer than it takes to see so, and is found when it goes on', async () => {
  sql = open(server.url);
  await useEveryConnection();
  await server.kill('SIGSTOP');
  try {
    expect(await useEveryConnection()).toEqual([expect.any(DeadlinePassed), expect.any(DeadlinePassed)]);
    await until('a place is free', async () => !/busy/.test(String(await outcome(2_500))), 8_000);
  } finally {
    await server.kill('SIGCONT');
  }
  await until('it answers again', async () => typeof (await outcome(500)) === 'number', 5_000);
});

test('a pool that is replaced finishes what it was asked', async () => {
  const relay = await startRelay(server.port);
  sql = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`));
  await outcome(1_000);
  relay.silence();
  await outcome(100);
  // The other connection works from before the replacement, 1.25 s after the deadline, until after it.
  await pause(1_000);
  expect(await sql.within(inMs(2_000), sql`select pg_sleep(0.4)`)).toHaveLength(1);
  relay.server.close();
});
