import type { Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { until } from '@representa/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { NoAnswer } from '../../src/forwarding/exchange.ts';
import type { Upstream, UpstreamLimits } from '../../src/forwarding/upstream.ts';
import { answerTo, exchangeId, startRawUpstream, type TestUpstream } from '../upstream.ts';
import { ask, longBodyOf, replyTo, upstreamTo } from './ask.ts';

let upstream: Upstream;
let service: TestUpstream;

/** A service that answers every request with these pieces, one after the other. */
const answering = async (pieces: string[], changes: Partial<UpstreamLimits> = {}) => {
  const speak = async (socket: Socket, request: Buffer) => {
    for (const piece of pieces) {
      await new Promise<void>((sent) => socket.write(answerTo(request, piece), 'latin1', () => sent()));
      await turn();
    }
  };
  service = await startRawUpstream(
    (socket) => void socket.setNoDelay().on('data', (request) => speak(socket, request)),
  );
  upstream = upstreamTo(service.url, changes);
};

afterEach(async () => {
  upstream.close();
  await service.close();
});

const ok = `HTTP/1.1 200 OK\r\n${exchangeId}\r\n`;
const hello = `${ok}content-length: 5\r\n\r\nhello`;
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const largestWhole = 262_144;
const noneOpen = () => until('the connection is closed', () => service.used.size === 0);

describe('a reply is read', () => {
  test.each([
    ['in one piece', [hello]],
    ['when its head is cut', [hello.slice(0, 20), hello.slice(20)]],
    ['when its body comes later', [hello.slice(0, -5), 'hel', 'lo']],
    ['after an early hint', [`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${hello}`]],
    ['in chunks', [`${chunked}3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`]],
    ['in chunks that come apart', [chunked, '3\r', '\nhel\r\n00', '2\r\nlo\r\n0\r\n', '\r\n']],
  ])('%s', async (_how, pieces) => {
    await answering(pieces);
    // The second on the same connection shows that the first left nothing behind.
    for (let count = 0; count < 2; count++) {
      expect(await replyTo(ask(upstream))).toEqual([200, 'hello']);
      await turn();
    }
    expect(service.connections.size).toBe(1);
  });

  test('byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, code) => code));
    await answering([`${ok}content-length: 256\r\n\r\n${bytes.toString('latin1')}`]);
    expect((await ask(upstream).told).reply?.body).toEqual(bytes);
  });

  test.each([
    ['HEAD', `${ok}content-length: 5000000\r\n\r\n`],
    ['HEAD', `${ok}transfer-encoding: chunked\r\n\r\n`],
    ['GET', `HTTP/1.1 204 No Content\r\n${exchangeId}\r\n\r\n`],
    ['GET', `HTTP/1.1 304 Not Modified\r\n${exchangeId}\r\n\r\n`],
  ])('%s: without the body that it does not have: %j', async (method, bytes) => {
    await answering([bytes]);
    for (let count = 0; count < 2; count++) expect((await replyTo(ask(upstream, { method })))[1]).toBe('');
  });

  test('whole up to 256 KiB, else as a stream', async () => {
    for (const [length, isWhole] of [
      [largestWhole, true],
      [largestWhole + 1, false],
    ] as const) {
      await answering([`${ok}content-length: ${length}\r\n\r\n${'x'.repeat(length)}`]);
      const asked = ask(upstream);
      expect(Buffer.isBuffer((await asked.told).reply?.body)).toBe(isWhole);
      expect(await replyTo(asked)).toEqual([200, 'x'.repeat(length)]);
      upstream.close();
      await service.close();
    }
  });
});

/** The reply is refused, and its connection is closed. */
const expectBroken = async (): Promise<Error | null> => {
  const asked = ask(upstream, { method: 'POST' });
  const { error } = await asked.told;
  expect(error).toBeInstanceOf(Error);
  await noneOpen();
  expect(asked.times()).toBe(1);
  return error;
};

describe('a reply is refused', () => {
  const withHeader = (header: string) => `${ok}${header}\r\ncontent-length: 2\r\n\r\nok`;
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['no status', `HTTP/1.1 OK\r\n${exchangeId}\r\ncontent-length: 2\r\n\r\nok`],
    ['a status of four digits', `HTTP/1.1 2000 OK\r\n${exchangeId}\r\ncontent-length: 2\r\n\r\nok`],
    ['a change of protocol', `HTTP/1.1 101 Switching Protocols\r\n${exchangeId}\r\nupgrade: x\r\n\r\n`],
    ['a header without a name', withHeader(': value')],
    ['a blank before the colon', withHeader('name : value')],
    ['a NUL', withHeader('content-type: a\0b')],
    ['a head that is too long', withHeader(`name: ${'x'.repeat(20_000)}`)],
    ['two lengths', withHeader('content-length: 3')],
    ['the same length twice', withHeader('content-length: 2')],
    ['a negative length', `${ok}content-length: -1\r\n\r\n`],
    ['an immense length', `${ok}content-length: 99999999999999999999\r\n\r\n`],
    ['no length', `${ok}\r\nok`],
    ['a length and chunks', `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['another coding', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['no exchange id', hello.replace(`${exchangeId}\r\n`, '')],
    ['another exchange id', hello.replace('$EXCHANGE', 'abc.1')],
  ])('for %s', async (_what, bytes) => {
    await answering([bytes]);
    await expectBroken();
  });

  test.each([
    ['a status that nobody knows', 600],
    ['a service with another secret', 401],
  ])('for %s, which does not speak against the replica', async (_what, status) => {
    await answering([hello.replace('200 OK', `${status} Odd`)]);
    expect(await expectBroken()).toBeInstanceOf(NoAnswer);
  });

  test.each(['g\r\n', '-1\r\n', '2\r\nhello', '123456789123456789\r\n'])('for the chunks %j', async (chunks) => {
    await answering([`${chunked}5\r\nhello\r\n${chunks}`]);
    await expect(replyTo(ask(upstream))).rejects.toThrow();
    await noneOpen();
  });
});

describe('a service that sends one reply too many', () => {
  test.each([
    ['at once', [hello + hello.replace('hello', 'other')]],
    ['a little later', [hello, hello.replace('hello', 'other')]],
    ['a few bytes only', [`${hello}!`]],
  ])('%s: nobody is given it, and its connection is closed', async (_when, pieces) => {
    await answering(pieces, { connections: 1 });
    for (let count = 0; count < 20; count++) {
      const { error, reply } = await ask(upstream, { path: `/${count}` }).told;
      if (!error) expect(String(reply?.body)).toBe('hello');
    }
    await noneOpen();
  });

  test('that arrives together with the next request: the answer is a 503, never the bytes of another', async () => {
    // The reply to the first request comes twice; the second time it is there when the next request is sent.
    service = await startRawUpstream((socket) => {
      let first = '';
      socket.on('data', (request) => {
        first ||= answerTo(request, hello.replace('hello', 'first'));
        socket.write(first);
      });
    });
    upstream = upstreamTo(service.url, { connections: 1 });
    expect(await replyTo(ask(upstream))).toEqual([200, 'first']);
    const { error, reply } = await ask(upstream).told;
    expect([error?.message, reply]).toEqual(['the service sent the reply to another request', undefined]);
    await noneOpen();
    expect(await replyTo(ask(upstream))).toEqual([200, 'first']);
  });
});

describe('a connection that is lost', () => {
  const closingAfter = async (bytes: string) => {
    service = await startRawUpstream(
      (socket) => void socket.once('data', (request) => socket.end(answerTo(request, bytes))),
    );
    upstream = upstreamTo(service.url);
  };

  test.each([
    ['before the reply', ''],
    ['in the middle of its head', hello.slice(0, 30)],
    ['in the middle of its body', hello.slice(0, -2)],
  ])('%s', async (_when, bytes) => {
    await closingAfter(bytes);
    await expectBroken();
  });

  test.each([
    ['by length', `${ok}content-length: 300000\r\n\r\nhalf`],
    ['in chunks', `${chunked}5\r\nhello\r\n`],
  ])('in the middle of a long body, %s', async (_how, bytes) => {
    await closingAfter(bytes);
    await expect(replyTo(ask(upstream))).rejects.toThrow();
  });
});

describe('a long reply', () => {
  const length = 20_000_000;
  const head = `${ok}content-length: ${length}\r\n\r\n`;

  test('comes no faster than it is read', async () => {
    await answering([`${head}${'x'.repeat(length)}`], { stallMs: 500 });
    const body = await longBodyOf(ask(upstream));
    const [socket] = service.connections;
    await until('it stands still', async () => {
      const before = socket?.bytesWritten;
      await delay(150);
      return socket?.bytesWritten === before && before !== undefined && before > 0;
    });
    expect(body.readableLength).toBeLessThan(1_000_000);
    let size = 0;
    for await (const piece of body) size += piece.length;
    expect(size).toBe(length);
  });

  test('that stands still is given up', async () => {
    await answering([`${head}half`], { stallMs: 50 });
    await expect(replyTo(ask(upstream))).rejects.toThrow();
    await noneOpen();
  });

  test('that its reader leaves is left', async () => {
    await answering([`${head}half`]);
    (await longBodyOf(ask(upstream))).destroy();
    await noneOpen();
  });

  test('leaves its connection to the next when all of it is there', async () => {
    const long = `${ok}content-length: 300000\r\n\r\n${'x'.repeat(300_000)}`;
    service = await startRawUpstream((socket) =>
      socket.on('data', (request) => {
        socket.write(answerTo(request, request.includes('/long') ? long : hello));
      }),
    );
    upstream = upstreamTo(service.url, { connections: 1 });
    const body = await longBodyOf(ask(upstream, { path: '/long' }));
    const next = ask(upstream, { path: '/next' });
    expect(await textOf(body)).toHaveLength(300_000);
    expect(await replyTo(next)).toEqual([200, 'hello']);
    expect(service.connections.size).toBe(1);
  });
});
