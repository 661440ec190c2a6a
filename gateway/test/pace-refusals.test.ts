import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { until } from '@representa/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { makePace } from '../src/connections/pace-refusals.ts';
import { streamBody } from '../src/forwarding/stream-body.ts';

const requestOf = (address: string, length = 0) =>
  ({
    address,
    raw: { resume: () => {}, headers: {} },
    headers: { 'content-length': String(length) },
  }) as unknown as FastifyRequest;
const makeReply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply;

/** Has sent all that is sent at once: further refusals wait. */
const makeBusyPace = () => {
  const pace = makePace();
  const sent: string[] = [];
  const refuse = (address: string, length?: number): FastifyReply => {
    const reply = makeReply();
    pace(requestOf(address, length), reply, () => sent.push(address));
    return reply;
  };
  for (let i = 0; i < 250; i++) refuse('192.0.2.1');
  expect(sent).toHaveLength(250);
  return { sent, refuse };
};

test('a caller that has left holds up no other refusal', async () => {
  const { sent, refuse } = makeBusyPace();
  // Its turn comes in a second.
  const expensive = refuse('192.0.2.2', 16_777_216);
  refuse('192.0.2.3');
  expensive.raw.emit('close');
  await until('the one behind it is sent', () => sent.includes('192.0.2.3'), 500);
  expect(sent).not.toContain('192.0.2.2');
});

test('a caller with a whole network of IPv6 has one turn, not one for each address', async () => {
  const { sent, refuse } = makeBusyPace();
  for (let i = 0; i < 1_000; i++) refuse(`2001:db8::${i.toString(16)}`);
  refuse('192.0.2.2');
  await until('another caller has its turn', () => sent.includes('192.0.2.2'), 2_000);
  expect(sent.filter((address) => address.startsWith('2001:db8::')).length).toBeLessThan(100);
});

test('a refused file is read to its end, although nobody reads the stream that it was piped into', async () => {
  const file = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)));
  const raw = Object.assign(file, { headers: {}, socket: new Socket(), complete: false });
  const [request, reply] = [Object.assign(requestOf('192.0.2.1'), { raw }) as FastifyRequest, makeReply()];
  request.bytes = streamBody(request, reply, file, async () => {});
  makePace()(request, reply, () => {});
  await once(file, 'end', { signal: AbortSignal.timeout(5_000) });
  reply.raw.emit('close');
});
