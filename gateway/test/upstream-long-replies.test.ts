import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@representa/testing';
import { afterEach, describe, expect, test } from 'vitest';
import type { Pool, PoolLimits } from '../src/upstream/pool.ts';
import { ask, longBodyOf, poolTo, replyTo } from './ask.ts';
import { startRawUpstream, type TestUpstream } from './upstream.ts';

let pool: Pool;
let service: TestUpstream;

const answering = async (bytes: string, changes: Partial<PoolLimits> = {}): Promise<void> => {
  service = await startRawUpstream((socket) => void socket.on('data', () => socket.write(bytes)));
  pool = poolTo(service.url, changes);
};

afterEach(async () => {
  pool.destroy();
  await service.close();
});

const ok = 'HTTP/1.1 200 OK\r\n';
const hello = `${ok}content-length: 5\r\n\r\nhello`;

describe('a long reply', () => {
  const length = 20_000_000;
  const head = `${ok}content-length: ${length}\r\n\r\n`;

  test('comes no faster than it is read, and a slow reader is waited for', async () => {
    await answering(`${head}${'x'.repeat(length)}`, { stallMs: 500 });
    const body = await longBodyOf(ask(pool));
    const [socket] = service.connections;
    await until('it stands still', async () => {
      const before = socket?.bytesWritten;
      await delay(150);
      return socket?.bytesWritten === before && before !== undefined && before > 0;
    });
    await delay(600);
    expect(body.readableLength).toBeLessThan(200_000);
    let size = 0;
    for await (const piece of body) size += piece.length;
    expect(size).toBe(length);
  });

  test('that stands still is given up', async () => {
    await answering(`${head}half`, { stallMs: 50 });
    await expect(replyTo(ask(pool))).rejects.toThrow('stood still');
    await until('the connection is closed', () => service.connections.size === 0);
  });

  test('that nobody reads does not keep its connection for ever', async () => {
    await answering(`${head}${'x'.repeat(length)}`, { stallMs: 20 });
    const body = await longBodyOf(ask(pool));
    await until('the connection is closed', () => service.connections.size === 0);
    await expect(textOf(body)).rejects.toThrow('stood still');
  });

  test('that its reader leaves is left', async () => {
    await answering(`${head}half`);
    (await longBodyOf(ask(pool))).destroy();
    await until('the connection is closed', () => service.connections.size === 0);
  });

  test('has nothing to do with its connection once it is there', async () => {
    const long = `${ok}content-length: 300000\r\n\r\n${'x'.repeat(300_000)}`;
    service = await startRawUpstream((socket) =>
      socket.on(
        'data',
        (bytes) => void (bytes.includes('/long') ? socket.write(long) : setTimeout(() => socket.write(hello), 50)),
      ),
    );
    pool = poolTo(service.url, { connections: 1 });
    const first = ask(pool, { path: '/long' });
    const body = await longBodyOf(first);
    const next = ask(pool, { path: '/next' });
    await until('the next one is sent', () => {
      body.read();
      return next.exchange.isSent;
    });
    body.destroy();
    expect(await replyTo(next)).toEqual([200, 'hello']);
  });
});
