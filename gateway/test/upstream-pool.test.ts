import type { Socket } from 'node:net';
import { until } from '@representa/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NoAnswer } from '../src/upstream/exchange.ts';
import { Pool, type PoolLimits } from '../src/upstream/pool.ts';
import { ask, poolTo, replyTo } from './ask.ts';
import { startRawUpstream, type TestUpstream } from './upstream.ts';

let service: TestUpstream;
let pool: Pool;
/** What is to be answered, in the order in which it came. */
let pending: { path: string; socket: Socket }[];
let seen: string[];

const hello = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello';

beforeEach(async () => {
  pending = [];
  seen = [];
  service = await startRawUpstream((socket) => {
    socket.on('data', (bytes) => {
      const path = bytes.toString().split(' ')[1] ?? '';
      seen.push(path);
      if (path === '/now') socket.write(hello);
      else pending.push({ path, socket });
    });
  });
});

afterEach(async () => {
  pool.destroy();
  await service.close();
});

const limited = (changes: Partial<PoolLimits>): void => {
  pool = poolTo(service.url, changes);
};

const answerNext = (bytes = hello): void => {
  pending.shift()?.socket.write(bytes);
};

const noneOpen = () => until('no connection is open', () => service.connections.size === 0);

describe('connections', () => {
  test('are used again', async () => {
    limited({});
    for (let count = 0; count < 10; count++) expect(await replyTo(ask(pool, { path: '/now' }))).toEqual([200, 'hello']);
    expect(service.connections.size).toBe(1);
  });

  test('are so many at most, with one request each; the others wait in turn', async () => {
    limited({ connections: 2 });
    const asked = ['/1', '/2', '/3', '/4', '/5'].map((path) => ask(pool, { path }));
    await until('two are there', () => pending.length === 2);
    for (const path of ['/3', '/4', '/5']) {
      answerNext();
      await until(`${path} is there`, () => seen.includes(path));
      expect(seen.at(-1)).toBe(path);
      expect([pending.length, service.connections.size]).toEqual([2, 2]);
    }
    answerNext();
    answerNext();
    await Promise.all(asked.map(replyTo));
  });

  test('that are lost make room for those who wait', async () => {
    limited({ connections: 1 });
    const [first, second] = [ask(pool, { path: '/1' }), ask(pool, { path: '/2' })];
    await until('it is there', () => pending.length === 1);
    pending.shift()?.socket.destroy();
    expect((await first.told).error).toBeInstanceOf(Error);
    await until('the next is there', () => pending.length === 1);
    answerNext();
    expect(await replyTo(second)).toEqual([200, 'hello']);
  });

  test('that the service closes while nobody uses them are not used', async () => {
    limited({});
    for (let count = 0; count < 3; count++) {
      await replyTo(ask(pool, { path: '/now' }));
      for (const socket of service.connections) socket.end();
      await noneOpen();
    }
    expect(seen).toHaveLength(3);
  });

  test('are not used again when the service says so', async () => {
    limited({});
    const asked = ask(pool);
    await until('it is there', () => pending.length === 1);
    answerNext('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nConnection: Close\r\n\r\nok');
    expect(await replyTo(asked)).toEqual([200, 'ok']);
    await noneOpen();
  });

  test('on which something comes that nobody asked for are closed', async () => {
    limited({});
    await replyTo(ask(pool, { path: '/now' }));
    for (const socket of service.connections) socket.write(hello);
    await noneOpen();
    expect(await replyTo(ask(pool, { path: '/now' }))).toEqual([200, 'hello']);
  });

  test('that nobody uses are closed after a while', async () => {
    limited({ idleMs: 50 });
    await Promise.all([ask(pool, { path: '/now' }), ask(pool, { path: '/now' })].map(replyTo));
    expect(service.connections.size).toBe(2);
    await noneOpen();
    expect(await replyTo(ask(pool, { path: '/now' }))).toEqual([200, 'hello']);
  });

  test('that cannot be opened: it is not sent, and known soon', async () => {
    // Addresses where nobody listens, and from where nobody answers.
    for (const url of ['http://127.0.0.1:1', 'http://192.0.2.1:9']) {
      pool = new Pool(url, { connections: 1, connectMs: 100, idleMs: 1_000, stallMs: 1_000 });
      const begun = performance.now();
      for (const { told, exchange } of [ask(pool), ask(pool)]) {
        const { error } = await told;
        expect(error).toBeInstanceOf(Error);
        expect([error instanceof NoAnswer, exchange.isSent]).toEqual([false, false]);
      }
      expect(performance.now() - begun).toBeLessThan(1_000);
      pool.destroy();
    }
  });

  test('are opened to names and to IPv6 addresses, too', async () => {
    pool = new Pool(service.url.replace('127.0.0.1', 'localhost'));
    expect(await replyTo(ask(pool, { path: '/now' }))).toEqual([200, 'hello']);
    const bracketed = new Pool('http://[::1]:81');
    expect([bracketed.address, bracketed.authority]).toEqual([{ host: '::1', port: 81 }, '[::1]:81']);
    bracketed.destroy();
  });
});

describe('a request whose time is over', () => {
  test('takes its connection along', async () => {
    limited({});
    const asked = ask(pool, {}, 100);
    expect((await asked.told).error).toBeInstanceOf(NoAnswer);
    await noneOpen();
    answerNext();
    expect(await replyTo(ask(pool, { path: '/now' }))).toEqual([200, 'hello']);
    expect(asked.times()).toBe(1);
  });

  test('while it waits is never sent', async () => {
    limited({ connections: 1 });
    const first = ask(pool, { path: '/1' });
    const late = ask(pool, { path: '/late' }, 50);
    const next = ask(pool, { path: '/now' });
    expect((await late.told).error).toBeInstanceOf(NoAnswer);
    answerNext();
    await Promise.all([first, next].map(replyTo));
    expect([late.exchange.isSent, seen]).toEqual([false, ['/1', '/now']]);
  });

  test('while its connection is being opened is never sent, and leaves it to the next', async () => {
    limited({ connections: 1 });
    const late = ask(pool, { path: '/late' });
    const next = ask(pool, { path: '/now' });
    late.exchange.fail(new NoAnswer('its time is over'));
    expect(await replyTo(next)).toEqual([200, 'hello']);
    expect([late.exchange.isSent, seen, service.connections.size]).toEqual([false, ['/now'], 1]);
  });

  test('can be given more of it', async () => {
    limited({});
    const asked = ask(pool, {}, 200);
    const begun = performance.now();
    await until('twice its time has passed', () => {
      asked.exchange.extend();
      return performance.now() - begun > 400;
    });
    answerNext();
    expect(await replyTo(asked)).toEqual([200, 'hello']);
  });
});

describe('a pool', () => {
  test('that is closed finishes what it sent, and sends no more', async () => {
    limited({ connections: 2 });
    await replyTo(ask(pool, { path: '/now' }));
    const [first, second, waiting] = [ask(pool), ask(pool), ask(pool)];
    await until('two are there', () => pending.length === 2);
    pool.close();
    for (const { told, exchange } of [waiting, ask(pool)]) {
      const { error } = await told;
      // Not sent, and not for want of time: another replica may have it.
      expect([error instanceof NoAnswer, exchange.isSent]).toEqual([false, false]);
    }
    answerNext();
    answerNext();
    expect([await replyTo(first), await replyTo(second)]).toEqual([
      [200, 'hello'],
      [200, 'hello'],
    ]);
    await noneOpen();
  });

  test('that is closed closes what nobody uses', async () => {
    limited({});
    await replyTo(ask(pool, { path: '/now' }));
    pool.close();
    await noneOpen();
  });

  test('that is destroyed ends everything', async () => {
    limited({ connections: 1 });
    const [first, waiting] = [ask(pool), ask(pool)];
    await until('it is there', () => pending.length === 1);
    pool.destroy();
    for (const { told } of [first, waiting]) expect((await told).error).toBeInstanceOf(Error);
    await noneOpen();
    expect(seen).toHaveLength(1);
  });
});
