import type { Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { until } from '@representa/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NoAnswer } from '../src/upstream/exchange.ts';
import type { Pool } from '../src/upstream/pool.ts';
import { ask, poolTo, replyTo } from './ask.ts';
import { startRawUpstream, type TestUpstream } from './upstream.ts';

let pool: Pool;
let service: TestUpstream;
/** What came, piece by piece. */
const received: string[] = [];
let answer: (socket: Socket) => void;

const hello = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello';
const answerWhen = (end: string) => (socket: Socket) => {
  if (received.join('').endsWith(end)) socket.write(hello);
};

beforeEach(async () => {
  received.length = 0;
  answer = (socket) => socket.write(hello);
  service = await startRawUpstream((socket) => {
    socket.on('data', (bytes) => {
      received.push(bytes.toString('latin1'));
      answer(socket);
    });
  });
  pool = poolTo(service.url);
});

afterEach(async () => {
  pool.destroy();
  await service.close();
});

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, `host: ${new URL(service.url).host}`, 'connection: keep-alive', ...headers].join('\r\n')}\r\n\r\n`;

describe('a request leaves in one piece', () => {
  test('without a body', async () => {
    await replyTo(ask(pool, { path: '/a?b=\xe9', headers: ['x-one', '1', 'x-two', 'dois\xe3'] }));
    expect(received).toEqual([head('GET /a?b=\xe9', 'x-one: 1', 'x-two: dois\xe3')]);
  });

  test('with a body', async () => {
    await replyTo(ask(pool, { method: 'POST', body: Buffer.from('São\0') }));
    expect(received).toEqual([`${head('POST /', 'content-length: 5')}${Buffer.from('São\0').toString('latin1')}`]);
  });

  test.each(['POST', 'PUT', 'PATCH'])('with the length of the body that %s does not have', async (method) => {
    await replyTo(ask(pool, { method }));
    expect(received).toEqual([head(`${method} /`, 'content-length: 0')]);
  });

  test('without a word on the body that a DELETE does not have', async () => {
    await replyTo(ask(pool, { method: 'DELETE' }));
    expect(received).toEqual([head('DELETE /')]);
  });
});

describe('nothing can be written into a request', () => {
  // The last two become a line's end when only their lower byte is written.
  const wrong = ['\r', '\n', '\0', '\x7f', '\u010d', '\u010a'];

  test.each(wrong)('by a header: %j', async (character) => {
    const { told, exchange } = ask(pool, { headers: ['x-one', `1${character}x-two: 2`] });
    expect((await told).error).toBeInstanceOf(NoAnswer);
    expect([exchange.isSent, received]).toEqual([false, []]);
    expect(await replyTo(ask(pool))).toEqual([200, 'hello']);
  });

  test.each([...wrong, ' ', '\t'])('by its path: %j', async (character) => {
    const { told, exchange } = ask(pool, { path: `/${character}HTTP/1.1` });
    expect((await told).error).toBeInstanceOf(NoAnswer);
    expect([exchange.isSent, received]).toEqual([false, []]);
  });
});

describe('a body that is still coming', () => {
  test('of known length goes as it is', async () => {
    answer = answerWhen('hello');
    const body = new PassThrough();
    const asked = ask(pool, { method: 'POST', body, length: 5 });
    body.write('hel');
    await until('the first part is there', () => received.join('').endsWith('hel'));
    body.end('lo');
    await replyTo(asked);
    expect(received.join('')).toBe(`${head('POST /', 'content-length: 5')}hello`);
  });

  test('of unknown length goes in chunks', async () => {
    answer = answerWhen('0\r\n\r\n');
    const body = new PassThrough();
    const asked = ask(pool, { method: 'POST', body });
    body.write('x'.repeat(20));
    await until('the first part is there', () => received.join('').endsWith('x\r\n'));
    body.end('lo');
    await replyTo(asked);
    expect(received.join('')).toBe(
      `${head('POST /', 'transfer-encoding: chunked')}14\r\n${'x'.repeat(20)}\r\n2\r\nlo\r\n0\r\n\r\n`,
    );
  });

  test('leaves its connection to the next', async () => {
    answer = answerWhen('0\r\n\r\n');
    await replyTo(ask(pool, { method: 'POST', body: Readable.from([Buffer.from('a')]) }));
    await replyTo(ask(pool, { method: 'POST', body: Readable.from([Buffer.from('b')]) }));
    expect(service.connections.size).toBe(1);
  });

  test.each([
    ['longer', 3],
    ['shorter', 7],
  ])('is %s than was said: nothing that follows can be trusted', async (what, length) => {
    answer = () => {};
    const body = Readable.from([Buffer.from('hel'), Buffer.from('lo')]);
    const { told } = ask(pool, { method: 'POST', body, length });
    expect((await told).error?.message).toContain(what);
    await until('the connection is closed', () => service.connections.size === 0);
  });

  test('comes no faster than the service takes it', async () => {
    const total = 50_000_000;
    let taken = 0;
    const piece = Buffer.alloc(100_000);
    const body = new Readable({
      read() {
        taken += piece.length;
        this.push(taken > total ? null : piece);
      },
    });
    answer = (socket) => socket.pause();
    const asked = ask(pool, { method: 'POST', body, length: total });
    await until('the service has some', () => received.length > 0);
    await until('it is taken no more', () => body.isPaused());
    expect(taken).toBeLessThan(total);
    let missing = total + head('POST /', `content-length: ${total}`).length - received.join('').length;
    answer = (socket) => {
      missing -= received.at(-1)?.length ?? 0;
      if (missing === 0) socket.write(hello);
    };
    for (const socket of service.connections) socket.resume();
    expect(await replyTo(asked)).toEqual([200, 'hello']);
  });

  test('is left when the answer is there already', async () => {
    const body = new PassThrough();
    const asked = ask(pool, { method: 'POST', body, length: 100 });
    expect(await replyTo(asked)).toEqual([200, 'hello']);
    await until('the connection is closed', () => service.connections.size === 0);
    expect([body.destroyed, asked.times()]).toEqual([true, 1]);
  });

  test.each([
    ['breaks off', undefined, 'broke off'],
    ['fails', new Error('too large'), 'too large'],
  ])('%s: so does the request', async (_what, error, message) => {
    answer = () => {};
    const body = new PassThrough();
    const { told } = ask(pool, { method: 'POST', body, length: 100 });
    await until('it is there', () => received.length > 0);
    body.destroy(error);
    expect((await told).error?.message).toContain(message);
    await until('the connection is closed', () => service.connections.size === 0);
  });

  test('breaks off before the request has a connection: it is never sent', async () => {
    answer = () => {};
    const busy = Array.from({ length: 4 }, () => ask(pool, { path: '/busy' }));
    await until('all connections are busy', () => received.length === 4);
    const body = new PassThrough();
    const { told, exchange } = ask(pool, { method: 'POST', path: '/left', body });
    body.destroy(new Error('the caller left'));
    expect((await told).error?.message).toBe('the caller left');
    for (const socket of service.connections) socket.write(hello);
    await Promise.all(busy.map(replyTo));
    answer = (socket) => socket.write(hello);
    await replyTo(ask(pool, { path: '/next' }));
    expect([exchange.isSent, received.join('').includes('/left')]).toEqual([false, false]);
  });
});
