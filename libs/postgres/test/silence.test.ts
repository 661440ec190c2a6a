import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { callWithin } from '@representa/contracts';
import { type PostgresServer, startPostgres } from '@representa/local-stack';
import { startStopwatch, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectPostgres, type Database, DeadlinePassed } from '../src/index.ts';
import { sql } from '../src/statement.ts';

let server: PostgresServer;
let database: Database;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => database.end({ timeout: 0 }));
afterAll(() => server.stop());

const places = 2;
const open = (url: string, statementTimeoutMs = 1_000): Database =>
  connectPostgres({ url, schema: 'public', connections: places, statementTimeoutMs });

const pid = async (ms: number): Promise<number> => {
  const [row] = await database.within(callWithin(ms), sql<[{ pid: number }]>`select pg_backend_pid() as pid`);
  return row.pid;
};
const outcome = (ms: number): Promise<unknown> => pid(ms).catch((error) => error);
const useEveryConnection = (ms = 300) => Promise.all(Array.from({ length: places }, () => outcome(ms)));

interface Relay {
  server: Server;
  port: number;
  /** Those that are connected are never heard again, and nobody is told. */
  silence(): void;
  /** Of connections that come later nothing is passed on, or nothing back. */
  later(passes: 'nothing' | 'nothing back'): void;
}

/** Passes everything on, until it is told otherwise. */
const startRelay = async (port: number): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let passes: 'all' | 'nothing' | 'nothing back' = 'all';
  const relay = createServer((caller) => {
    sockets.add(caller);
    caller.on('error', () => {});
    if (passes === 'nothing') return;
    const called = connect(port, '127.0.0.1');
    const directions: [Socket, Socket][] = [[caller, called]];
    if (passes === 'all') directions.push([called, caller]);
    sockets.add(called);
    called.on('error', () => {});
    for (const [from, to] of directions) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('end', () => to.end());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    server: relay,
    port: (relay.address() as AddressInfo).port,
    silence: () => {
      for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('end').pause();
    },
    later: (which) => {
      passes = which;
    },
  };
};

test('connections on which nothing comes any more are given up, and others take their places', async () => {
  const relay = await startRelay(server.port);
  database = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`));
  const before = await useEveryConnection();
  relay.silence();
  expect(await useEveryConnection()).toEqual([expect.any(DeadlinePassed), expect.any(DeadlinePassed)]);
  const elapsedMs = startStopwatch();
  await until('new connections answer', async () => typeof (await outcome(500)) === 'number', 5_000);
  expect(elapsedMs()).toBeLessThan(3_000);
  const after = await useEveryConnection();
  expect(before.some((one) => after.includes(one))).toBe(false);
  relay.server.close();
});

test('a server that stands still blocks nobody for longer than it takes to see so, and is found when it goes on', async () => {
  database = open(server.url);
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
  database = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`));
  await outcome(1_000);
  relay.silence();
  await outcome(100);
  // The other connection works from before the replacement, 1.25 s after the deadline, until after it.
  await pause(1_000);
  expect(await database.within(callWithin(2_000), sql`select pg_sleep(0.4)`)).toHaveLength(1);
  relay.server.close();
});

test.each([
  // As over TLS, where the driver does not tell that a cancellation is through.
  ['arrives, and nobody says so', 'nothing back', 30],
  ['never arrives', 'nothing', 0.3],
] as const)(
  'a cancellation that %s keeps nobody waiting for long, and no connection is given up for it',
  async (_, passes, seconds) => {
    const relay = await startRelay(server.port);
    database = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`));
    const before = await useEveryConnection(3_000);
    relay.later(passes);
    await expect(database.within(callWithin(100), sql`select pg_sleep(${seconds})`)).rejects.toThrow(DeadlinePassed);
    const elapsedMs = startStopwatch();
    expect(before).toContain(await outcome(3_000));
    expect(elapsedMs()).toBeLessThan(1_100);
    await pause(1_500);
    expect((await useEveryConnection(3_000)).sort()).toEqual(before.sort());
    relay.server.close();
  },
);

test('while a cancellation is under way, queries on other connections are sent', async () => {
  const relay = await startRelay(server.port);
  database = open(server.url.replace(`:${server.port}/`, `:${relay.port}/`), 30_000);
  const before = await useEveryConnection(3_000);
  relay.later('nothing');
  await expect(database.within(callWithin(100), sql`select pg_sleep(30)`)).rejects.toThrow(DeadlinePassed);
  // Not a new one: those there were are replaced 1.25 s after the deadline.
  expect(before).toContain(await outcome(10_000));
  relay.server.close();
});
