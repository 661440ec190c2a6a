import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@representa/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerInTurn } from '../../src/connections/answer-in-turn.ts';

let server: Server;
/** The requests that were started, and how to answer each. */
let started: { url: string; answer(text?: string): void }[];
const warnings: Error[] = [];
process.on('warning', (warning) => warnings.push(warning));

const listen = async (route: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> => {
  server = createServer();
  answerInTurn(server, route);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
};

const hold = (request: IncomingMessage, response: ServerResponse): void => {
  started.push({ url: request.url ?? '', answer: (text = 'ok') => void response.end(text) });
};

const answerBody = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.setHeader('x-url', request.url ?? '');
    response.end(`${body.length} ${body.reduce((sum, byte) => (sum + byte) % 65_521, 0)};`);
  });
};

beforeEach(() => {
  started = [];
  warnings.length = 0;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  expect(warnings).toEqual([]);
});

const open = (): { socket: Socket; received: () => string } => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  return { socket, received: () => text };
};

const get = (path: string | number): string => `GET /${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test('the requests of one connection are started one after the other, and all are answered in their order', async () => {
  await listen(hold);
  const { socket, received } = open();
  const count = 100;
  socket.write(Array.from({ length: count }, (_, path) => get(path)).join(''));
  for (let path = 0; path < count; path++) {
    await until(`${path} is started`, () => started.length === path + 1, 2_000);
    started[path]?.answer(`<${path}>`);
  }
  await until('all are answered', () => received().includes(`<${count - 1}>`));
  expect(started.map(({ url }) => url)).toEqual(Array.from({ length: count }, (_, path) => `/${path}`));
  const order = [...received().matchAll(/<(\d+)>/g)].map(([, path]) => Number(path));
  expect(order).toEqual(Array.from({ length: count }, (_, path) => path));
});

test('while a request waits, no more is read, and after three seconds its caller is cut off', async () => {
  await listen(hold);
  const { socket, received } = open();
  const chunk = get('x'.repeat(100)).repeat(5_000);
  for (let count = 0; count < 20; count++) socket.write(chunk);
  await until('the first is started', () => started.length === 1);
  const begun = performance.now();
  await new Promise((closed) => socket.once('close', closed));
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  expect([started.length, received()]).toEqual([1, '']);
});

test('a caller that sends too many requests at once is cut off', async () => {
  await listen(hold);
  const { socket } = open();
  // The end of a body, and then more requests than anybody sends.
  socket.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n');
  await until('the first is started', () => started.length === 1);
  socket.write(`x${get('').repeat(500)}`);
  await once(socket, 'close');
  expect(started).toHaveLength(1);
});

test('a caller that leaves is forgotten, with the requests that were not started', async () => {
  await listen(hold);
  const { socket } = open();
  socket.write(get(1) + get(2) + get(3));
  await until('the first is started', () => started.length === 1);
  socket.destroy();
  await once(socket, 'close');
  started[0]?.answer();
  const other = open();
  other.socket.write(get(4));
  await until('another is served', () => started.length === 2);
  expect(started.map(({ url }) => url)).toEqual(['/1', '/4']);
});

const post = (path: number, length: number): string =>
  `POST /${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${'b'.repeat(length)}`;
const replyTo = (length: number): string => `${length} ${(length * 98) % 65_521};`;

test('requests that are sent ahead arrive whole, however they are cut', async () => {
  await listen(answerBody);
  const body = fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 1_000 }));
  const cuts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 12 }), cuts, async (bodies, sizes) => {
      const { socket, received } = open();
      const text = bodies.map((length, at) => (length < 0 ? get(at) : post(at, length))).join('');
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = sizes[turn % sizes.length] as number;
        socket.write(text.slice(at, at + size));
        at += size;
      }
      await until('all are answered', () => (received().match(/;/g)?.length ?? 0) >= bodies.length, 5_000);
      expect(received().match(/\d+ \d+;/g)).toEqual(bodies.map((length) => replyTo(Math.max(0, length))));
      expect(received().match(/x-url: \/\d+/g)).toEqual(bodies.map((_, at) => `x-url: /${at}`));
      socket.destroy();
    }),
    { numRuns: 30 },
  );
});

test('long bodies arrive whole', async () => {
  await listen(answerBody);
  const { socket, received } = open();
  for (const [at, length] of [0, 511, 512, 513, 16_384, 65_536, 200_000, 1_048_576].entries()) {
    socket.write(post(at, length));
    await until('it is answered', () => received().endsWith(replyTo(length)), 5_000);
  }
  socket.destroy();
});

test('a caller that reads its replies late gets all of them', async () => {
  const reply = 'r'.repeat(300_000);
  await listen((_request, response) => void response.end(reply));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write(get('x').repeat(100));
  await delay(300);
  let size = 0;
  socket.on('data', (bytes) => {
    size += bytes.length;
  });
  socket.resume();
  await until('all have come', () => size > 100 * reply.length);
  socket.destroy();
});
