import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildProcesses, type StackProcess, startProcess } from '@representa/local-stack';
import { startTestStack, type TestStack } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from './http.ts';

let stack: TestStack;
let gateway: StackProcess;

beforeAll(async () => {
  [stack] = await Promise.all([startTestStack(), buildProcesses()]);
  const nowhere = 'http://127.0.0.1:1';
  gateway = await startProcess('gateway', {
    DATABASE_URL: stack.databaseUrl('gateway'),
    NATS_URL: stack.natsUrl('gateway'),
    REDIS_URL: stack.redisUrl,
    GATEWAY_SECRET: 'x'.repeat(16),
    SALES_URL: nowhere,
    CATALOG_URL: nowhere,
    CLIENTS_URL: nowhere,
  });
});
afterAll(async () => {
  await gateway?.stop();
  await stack?.stop();
});

test('a request whose time ran out while the gateway stood still is a 503: its caller was not slow', async () => {
  const socket = connect(gateway.port, '127.0.0.1').setEncoding('utf8');
  await new Promise((sent) => socket.write('GET /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-half: ', sent));
  // The gateway has read the half head when it has answered a later request.
  expect((await call(gateway.port, '/healthz')).status).toBe(200);
  await gateway.kill('SIGSTOP');
  // Longer than the five seconds that a head may take.
  await pause(6_000);
  await gateway.kill('SIGCONT');
  const [reply] = await once(socket, 'data');
  expect(reply).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: .*\{"error":"Serviço indisponível"\}$/s);
  socket.destroy();
});
