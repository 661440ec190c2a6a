import type { Messaging } from '@representa/messaging';
import type { RequestCall } from '@representa/service-kit';
import { until } from '@representa/testing';
import fastify from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { type Changed, makeWaiters, type Waiters } from '../../src/changes/waiters.ts';

let told: string[];
let waiters: Waiters;
const writes = ['POST', 'PUT', 'DELETE'] as const;
let send: (method: 'GET' | (typeof writes)[number], empresa: string, url?: string) => Promise<unknown>;

beforeEach(async () => {
  told = [];
  // Like the real one, it does not deliver a process's own broadcasts.
  const messaging = {
    subscribe: () => {},
    publish: (_broadcast: unknown, { empresa_id }: { empresa_id: string }) => told.push(empresa_id),
  };
  const app = fastify();
  app.addHook('onRequest', async (request) => {
    request.call = { empresa_id: request.headers.empresa } as RequestCall;
  });
  waiters = makeWaiters(messaging as unknown as Messaging, {} as Changed);
  waiters.announceWrites(app);
  app.route({ method: ['GET', ...writes], url: '/', handler: (_request, reply) => reply.send({}) });
  app.post('/refused', (_request, reply) => reply.code(409).send({}));
  await app.ready();
  send = (method, empresa, url = '/') => app.inject({ method, url, headers: { empresa } });
});

test('one message for all writes of a company that are answered together, and none for reads and refusals', async () => {
  await Promise.all([send('POST', 'a'), send('POST', 'a'), send('POST', 'b'), send('POST', 'a')]);
  await Promise.all([send('GET', 'a'), send('POST', 'a', '/refused')]);
  await send('POST', 'c');
  await until('the last was told', () => told.includes('c'));
  expect(told).toEqual(['a', 'b', 'c']);
});

test.each(writes)('%s tells of the change', async (method) => {
  await send(method, 'a');
  await until('it was told', () => told.length > 0);
  expect(told).toEqual(['a']);
});

test("wakes the company's callers who wait at this replica, whether or not NATS is there", async () => {
  const woken: string[] = [];
  for (const empresa of ['a', 'b']) void waiters.join(empresa, 60_000).woken.then(() => woken.push(empresa));
  await send('POST', 'a');
  await until('one was woken', () => woken.length > 0);
  expect(woken).toEqual(['a']);
  waiters.close();
});
