import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '@representa/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { NoAnswer } from '../src/upstream/exchange.ts';
import type { Pool, PoolLimits } from '../src/upstream/pool.ts';
import { ask, poolTo, replyTo } from './ask.ts';
import { startRawUpstream, type TestUpstream } from './upstream.ts';

let pool: Pool;
let service: TestUpstream;

/** A service that answers every request with these pieces, one after the other has arrived. */
const answering = async (pieces: string[], changes: Partial<PoolLimits> = {}) => {
  const speak = async (socket: Socket) => {
    for (const piece of pieces) {
      await new Promise<void>((sent) => socket.write(piece, 'latin1', () => sent()));
      await turn();
    }
  };
  service = await startRawUpstream((socket) => void socket.setNoDelay().on('data', () => void speak(socket)));
  pool = poolTo(service.url, changes);
  return pool;
};

afterEach(async () => {
  pool.destroy();
  await service.close();
});

const ok = 'HTTP/1.1 200 OK\r\n';
const hello = `${ok}content-length: 5\r\n\r\nhello`;
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const largestWhole = 262_144;

/** It is of no use, and neither is what it came over. */
const expectBroken = async (changes = {}) => {
  const asked = ask(pool, changes);
  const { error } = await asked.told;
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(NoAnswer);
  await until('the connection is closed', () => service.connections.size === 0);
  expect(asked.times()).toBe(1);
  return asked.exchange;
};

describe('a reply is read', () => {
  test.each([
    ['in one piece', [hello]],
    ['byte by byte', [...hello]],
    ['when its head is cut', [hello.slice(0, 40), hello.slice(40)]],
    ['when its body comes later', [hello.slice(0, -5), 'hel', 'lo']],
    [
      'after those that say it will come',
      [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${hello}`],
    ],
    ['without a reason', [hello.replace(' OK', '')]],
    ['in chunks', [`${chunked}3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`]],
    ['in chunks, byte by byte', [...`${chunked}3\r\nhel\r\n002\r\nlo\r\n0\r\n\r\n`]],
  ])('%s', async (_how, pieces) => {
    await answering(pieces);
    // The second on the same connection, to see that the first left nothing behind.
    for (let count = 0; count < 2; count++) expect(await replyTo(ask(pool))).toEqual([200, 'hello']);
    expect(service.connections.size).toBe(1);
  });

  test('with the headers that matter, however they are written', async () => {
    const head =
      'CONTENT-TYPE:text/plain;a="\xe9"\r\nContent-Length: \t2 \r\nRETRY-after: 7\r\nX-Other: 1\r\nKeep-Alive: 5\r\n';
    await answering([`${ok}${head}idempotency-replayed:true\r\n\r\nok`]);
    const { reply } = await ask(pool).told;
    expect(reply?.headers).toEqual({
      'content-type': 'text/plain;a="\xe9"',
      'content-length': '2',
      'retry-after': '7',
      'idempotency-replayed': 'true',
    });
  });

  test('byte by byte as it was sent', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, code) => code)).toString('latin1');
    await answering([`${ok}content-length: 256\r\n\r\n${bytes}`]);
    expect((await ask(pool).told).reply?.body).toBe(bytes);
  });

  test.each([
    ['HEAD', `${ok}content-length: 5000000\r\n\r\n`],
    ['HEAD', `${ok}transfer-encoding: chunked\r\n\r\n`],
    ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n'],
  ])('%s: without the body that it does not have: %j', async (method, bytes) => {
    await answering([bytes]);
    for (let count = 0; count < 2; count++) expect((await replyTo(ask(pool, { method })))[1]).toBe('');
    expect(service.connections.size).toBe(1);
  });

  test('whole up to 256 KiB, else as a stream', async () => {
    for (const [length, kind] of [
      [largestWhole, 'string'],
      [largestWhole + 1, 'object'],
    ] as const) {
      await answering([`${ok}content-length: ${length}\r\n\r\n${'x'.repeat(length)}`]);
      const asked = ask(pool);
      expect(typeof (await asked.told).reply?.body).toBe(kind);
      expect(await replyTo(asked)).toEqual([200, 'x'.repeat(length)]);
      pool.destroy();
      await service.close();
    }
  });
});

describe('a reply is refused', () => {
  const withHeader = (header: string) => `${ok}${header}\r\ncontent-length: 2\r\n\r\nok`;
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['an older protocol', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['no status', 'HTTP/1.1 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status below 100', 'HTTP/1.1 099 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
    ['a header without a colon', withHeader('header')],
    ['a header without a name', withHeader(': value')],
    ['a blank before the colon', withHeader('name : value')],
    ['a folded header', withHeader('name: value\r\n more')],
    ['a lone line feed', withHeader('name: value\nother: value')],
    ['a lone carriage return', withHeader('name: value\rother: value')],
    ['a NUL', withHeader('content-type: a\0b')],
    ['a head that is too long', withHeader(`name: ${'x'.repeat(16_384)}`)],
    ['a head that does not end', `${ok}name: ${'x'.repeat(16_384)}`],
    ['two lengths', withHeader('content-length: 3')],
    ['the same length twice', withHeader('content-length: 2')],
    ['a negative length', `${ok}content-length: -1\r\n\r\n`],
    ['a length with a sign', `${ok}content-length: +2\r\n\r\nok`],
    ['an empty length', `${ok}content-length:\r\n\r\n`],
    ['a list of lengths', `${ok}content-length: 2, 2\r\n\r\nok`],
    ['an immense length', `${ok}content-length: 99999999999999999999\r\n\r\n`],
    ['no length', `${ok}\r\nok`],
    ['a length and chunks', `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['another coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['chunks twice', `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n`],
  ])('for %s', async (_what, bytes) => {
    await answering([bytes]);
    const exchange = await expectBroken();
    expect([exchange.isSent, exchange.isAnswered]).toEqual([true, false]);
  });

  test.each([
    ['more than it said', `${hello}!`],
    ['a second one', hello + hello],
    ['a body after a 204', 'HTTP/1.1 204 No Content\r\n\r\nbody'],
  ])('for %s', async (_what, bytes) => {
    await answering([bytes]);
    await expectBroken();
  });

  test.each([
    'g\r\n',
    '5;name=value\r\nhello',
    '-1\r\n',
    '2\r\nhello',
    '123456789\r\n',
    '0\r\ntrailer: x\r\n\r\n',
    '0\r\n\r\nmore',
  ])('for the chunks %j', async (chunks) => {
    await answering([`${chunked}5\r\nhello\r\n${chunks}`]);
    await expect(replyTo(ask(pool))).rejects.toThrow('malformed');
    await until('the connection is closed', () => service.connections.size === 0);
  });

  test('for a status that nobody knows, which does not speak against the replica', async () => {
    await answering(['HTTP/1.1 600 Odd\r\ncontent-length: 2\r\n\r\nok']);
    expect((await ask(pool).told).error).toBeInstanceOf(NoAnswer);
    await until('the connection is closed', () => service.connections.size === 0);
  });
});

describe('a connection that is lost', () => {
  const closingAfter = async (bytes: string) => {
    service = await startRawUpstream((socket) => void socket.once('data', () => socket.end(bytes)));
    pool = poolTo(service.url);
  };

  test.each([
    ['before the reply', '', false],
    ['in the middle of its head', hello.slice(0, 30), false],
    ['in the middle of its body', hello.slice(0, -2), true],
  ])('%s', async (_when, bytes, isAnswered) => {
    await closingAfter(bytes);
    const exchange = await expectBroken();
    expect([exchange.isSent, exchange.isAnswered]).toEqual([true, isAnswered]);
  });

  test.each([
    ['by length', `${ok}content-length: 300000\r\n\r\nhalf`],
    ['in chunks', `${chunked}5\r\nhello\r\n`],
  ])('in the middle of a long body, %s', async (_how, bytes) => {
    await closingAfter(bytes);
    await expect(replyTo(ask(pool))).rejects.toThrow('closed the connection');
  });
});
