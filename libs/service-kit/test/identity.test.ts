import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { makeLogger } from '@representa/telemetry';
import { expect, test } from 'vitest';
import { type App, makeServer, requireGateway } from '../src/index.ts';

const secret = 'a secret for this test';

test('the time to answer begins when the body is complete', async () => {
  const app = makeServer(makeLogger('test', 'silent'));
  app.register(async (api: App) => {
    requireGateway(api, [secret], 300);
    api.post('/', async ({ call }) => ({ remaining: call.deadline - performance.now() }));
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  const received = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
  const head = ['POST / HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 7'];
  socket.write(`${[...head, `x-gateway-secret: ${secret}`, 'x-timeout-ms: 300'].join('\r\n')}\r\n\r\n{"a":`);
  await delay(400);
  socket.write('1}');
  expect(Number(/"remaining":(-?\d+)/.exec(await received)?.[1])).toBeGreaterThan(0);
  socket.destroy();
  await app.close();
});
