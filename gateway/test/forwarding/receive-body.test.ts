import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { type PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeHeldBytes } from '../../src/forwarding/held-bytes.ts';
import { makeReceiveBody, streamBody } from '../../src/forwarding/receive-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const aMinuteMs = 60_000;

const begin = () => {
  const raw = Object.assign(new EventEmitter(), { socket: new Socket(), complete: false });
  const request = { raw, refusal: undefined } as unknown as FastifyRequest;
  const reply = { raw: new EventEmitter() } as FastifyReply;
  const body = new Readable({ read: () => {} });
  return { raw, request, reply, body, passed: streamBody(request, reply, body, async () => {}) as PassThrough };
};

test('a file that the caller sends for longer than a minute is a 408', async () => {
  const { request, body, passed } = begin();
  passed.resume();
  for (let ms = 0; ms < aMinuteMs; ms += 5_000) {
    body.push('A1;Bar\n');
    await turn();
    vi.advanceTimersByTime(5_000);
  }
  expect(request.refusal).toMatchObject({ status: 408 });
});

test('one that the service does not take is a 503', async () => {
  const { request, body, passed } = begin();
  body.push(Buffer.alloc(1_048_576, 'x'));
  while (!passed.writableNeedDrain) await turn();
  vi.advanceTimersByTime(aMinuteMs);
  expect(request.refusal).toMatchObject({ status: 503 });
});

test('one that breaks off is a 400', async () => {
  const { request, body } = begin();
  body.destroy();
  await turn();
  expect(request.refusal).toMatchObject({ codigo: 'import.file_incomplete' });
});

test('a body that breaks off is a 400, and is no longer held', async () => {
  const held = makeHeldBytes();
  const body = new Readable({ read: () => {} });
  const request = { body, keyHolder: { empresa_id: 'a' }, routeOptions: {} } as unknown as FastifyRequest;
  const refused = new Promise((resolve) => {
    makeReceiveBody(held, async () => {})(request, { raw: new EventEmitter() } as FastifyReply, resolve);
  });
  body.push('{');
  await turn();
  body.destroy();
  expect(await refused).toMatchObject({ codigo: 'request.body_incomplete' });
});

test('a caller that goes on sending after its reply is cut off after ten seconds', () => {
  const { raw, reply } = begin();
  reply.raw.emit('close');
  vi.advanceTimersByTime(9_000);
  expect(raw.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(raw.socket.destroyed).toBe(true);
});

test('one that has sent the rest of its file by then is not', () => {
  const { raw, reply } = begin();
  reply.raw.emit('close');
  raw.emit('close');
  vi.advanceTimersByTime(aMinuteMs);
  expect(raw.socket.destroyed).toBe(false);
});
