import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { startStopwatch, until } from '@representa/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { makePace } from '../../src/connections/pace-refusals.ts';
import { streamBody } from '../../src/forwarding/receive-body.ts';

const requestOf = (address: string, length = 0) =>
  ({
    address,
    raw: Object.assign(new EventEmitter(), { resume: () => {}, headers: {} }),
    headers: { 'content-length': String(length) },
  }) as unknown as FastifyRequest;
const makeReply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

const makeTestPace = () => {
  const pace = makePace();
  const sent: string[] = [];
  const refuse = (address: string, { length = 0, replyBytes = 0 } = {}) => {
    const [request, reply] = [requestOf(address, length), makeReply()];
    pace(request, reply, () => sent.push(address), replyBytes);
    return { raw: request.raw, reply };
  };
  return { sent, refuse };
};

/** Has sent all that is sent at once: further refusals wait. */
const makeBusyPace = () => {
  const pace = makeTestPace();
  for (let i = 0; i < 250; i++) pace.refuse('192.0.2.1');
  expect(pace.sent).toHaveLength(250);
  return pace;
};

const sentAtOnce = ['192.0.2.1', '192.0.2.2'];

test('a caller that has left gets no turn', async () => {
  const { sent, refuse } = makeBusyPace();
  for (let i = 0; i < 100; i++) refuse(`198.51.100.${i}`);
  const leaving = refuse('192.0.2.2');
  refuse('192.0.2.3');
  leaving.reply.raw.emit('close');
  await until('the one behind it is sent', () => sent.includes('192.0.2.3'), 2_000);
  expect(sent).not.toContain('192.0.2.2');
});

test('a request that the HTTP parser has answered meanwhile is not answered again', async () => {
  const { sent, refuse } = makeBusyPace();
  for (let i = 0; i < 100; i++) refuse(`198.51.100.${i}`);
  Object.assign(refuse('192.0.2.2').reply.raw, { headersSent: true });
  refuse('192.0.2.3');
  await until('the one behind it is sent', () => sent.includes('192.0.2.3'), 2_000);
  expect(sent).not.toContain('192.0.2.2');
});

test('a body that is announced and not sent delays nobody', () => {
  const { sent, refuse } = makeTestPace();
  refuse('192.0.2.1', { length: 16_777_216 });
  refuse('192.0.2.1', { length: 16_777_216 });
  refuse('192.0.2.2');
  expect(sent).toEqual(['192.0.2.1', ...sentAtOnce]);
});

const moves: [what: string, move: (pace: ReturnType<typeof makeTestPace>) => void][] = [
  [
    'sent',
    ({ refuse }) => {
      const { raw } = refuse('192.0.2.1');
      for (let count = 0; count < 100; count++) raw.emit('data', Buffer.alloc(1_000_000));
    },
  ],
  ['read', ({ refuse }) => void refuse('192.0.2.1', { replyBytes: 100_000_000 })],
];

test.each(moves)('a caller that has %s much waits about a second, and no other waits', async (_what, move) => {
  const pace = makeTestPace();
  move(pace);
  pace.refuse('192.0.2.1');
  pace.refuse('192.0.2.2');
  expect(pace.sent).toEqual(sentAtOnce);
  const elapsedMs = startStopwatch();
  await until('it has its turn', () => pace.sent.length === 3);
  expect(elapsedMs()).toBeLessThan(2_000);
});

test('the refusals of a caller that sends much on many connections are sent one after the other', async () => {
  const { sent, refuse } = makeTestPace();
  // A second's worth each.
  for (let count = 0; count < 20; count++) refuse('192.0.2.1').raw.emit('data', Buffer.alloc(16_384_000));
  const elapsedMs = startStopwatch();
  const before = sent.length;
  await until('three more are sent', () => sent.length >= before + 3, 10_000);
  expect(elapsedMs()).toBeGreaterThan(1_500);
  expect(sent.length).toBeLessThan(before + 6);
});

test('a caller in debt that leaves is forgotten', async () => {
  const { sent, refuse } = makeTestPace();
  refuse('192.0.2.1', { replyBytes: 20_000_000 });
  refuse('192.0.2.1').reply.raw.emit('close');
  refuse('192.0.2.1');
  await until('the other one has its turn', () => sent.length === 2);
  expect(sent).toHaveLength(2);
});

test('a caller with a whole network of IPv6 has one turn, not one for each address', async () => {
  const { sent, refuse } = makeBusyPace();
  for (let i = 0; i < 1_000; i++) refuse(`2001:db8::${i.toString(16)}`);
  const sentBefore = sent.length;
  refuse('192.0.2.2');
  await until('another caller has its turn', () => sent.includes('192.0.2.2'), 2_000);
  expect(sent.indexOf('192.0.2.2') - sentBefore).toBeLessThanOrEqual(1);
});

test('a refused file is read to its end, although nobody reads the stream that it was piped into', async () => {
  const file = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)));
  const raw = Object.assign(file, { headers: {}, socket: new Socket(), complete: false });
  const [request, reply] = [Object.assign(requestOf('192.0.2.1'), { raw }) as FastifyRequest, makeReply()];
  request.forwardedBody = streamBody(request, reply, file, async () => {});
  makePace()(request, reply, () => {});
  await once(file, 'end', { signal: AbortSignal.timeout(5_000) });
  reply.raw.emit('close');
});
