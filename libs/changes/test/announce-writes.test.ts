import type { Messaging } from '@representa/messaging';
import type { EmpresaCall } from '@representa/service-kit';
import { until } from '@representa/testing';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { type Changed, makeWaiters } from '../src/waiters.ts';

test('one message for all writes of a company that are answered together, and none for reads and refusals', async () => {
  const told: string[] = [];
  const messaging = {
    subscribe: () => {},
    publish: (_broadcast: unknown, { empresa_id }: { empresa_id: string }) => told.push(empresa_id),
  };
  const app = fastify();
  app.addHook('onRequest', async (request) => {
    request.call = { empresa_id: request.headers.empresa } as EmpresaCall;
  });
  makeWaiters(messaging as unknown as Messaging, {} as Changed).announceWrites(app);
  app.route({ method: ['GET', 'POST'], url: '/', handler: (_request, reply) => reply.send({}) });
  app.post('/refused', (_request, reply) => reply.code(409).send({}));
  await app.ready();
  const send = (method: 'GET' | 'POST', empresa: string, url = '/') =>
    app.inject({ method, url, headers: { empresa } });

  await Promise.all([send('POST', 'a'), send('POST', 'a'), send('POST', 'b'), send('POST', 'a')]);
  await Promise.all([send('GET', 'a'), send('POST', 'a', '/refused')]);
  await send('POST', 'c');
  await until('the last was told', () => told.includes('c'));
  expect(told).toEqual(['a', 'b', 'c']);
});
