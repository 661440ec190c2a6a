import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { readAddress } from '../src/address.ts';
import { connectMessaging, type Messaging } from '../src/index.ts';

describe('the address', () => {
  test.each([
    ['nats://sales:p%40ss@a:4222,nats://b', { servers: ['a:4222', 'b'], user: 'sales', pass: 'p@ss', tls: false }],
    ['tls://sales:secret@a, tls://b:1', { servers: ['a', 'b:1'], user: 'sales', pass: 'secret', tls: true }],
  ])('%s', (url, address) => expect(readAddress(url)).toEqual(address));

  test.each(['http://a', 'nats://a,tls://b', 'a:4222', 'ws://a', ''])('%j is none', (url) =>
    expect(() => readAddress(url)).toThrow(),
  );
});

let server: Server | undefined;
let messaging: Messaging | undefined;
afterEach(async () => {
  await messaging?.close();
  server?.close();
});

/** What a client with a password first says to a server that tells this of itself. */
const firstWords = async (scheme: string, info: object): Promise<{ said: Buffer; visits: number }> => {
  const heard = { said: Buffer.alloc(0), visits: 0 };
  const greet = (socket: Socket): void => {
    heard.visits += 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard.said = Buffer.concat([heard.said, chunk]);
      socket.destroy();
    });
    socket.write(
      `INFO ${JSON.stringify({ server_id: 'x', version: '2.12.0', proto: 1, max_payload: 1_024, headers: true, ...info })}\r\n`,
    );
  };
  const listening = createServer(greet);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const url = `${scheme}://sales:secret@127.0.0.1:${port}`;
  messaging = connectMessaging({ url, process: 'sales', log: silentLog });
  await until('the client came', () => heard.said.length > 0 || heard.visits > 1);
  return heard;
};

const clientHello = 0x16;

test('tls:// speaks TLS to a server that offers it', async () => {
  const { said } = await firstWords('tls', { tls_available: true });
  expect(said[0]).toBe(clientHello);
});

test('tls:// says nothing to a server without TLS, least of all its password', async () => {
  const { said, visits } = await firstWords('tls', {});
  expect([said.toString(), visits]).toEqual(['', 2]);
});

test('nats:// speaks as it is', async () => {
  const { said } = await firstWords('nats', {});
  expect(said.toString()).toMatch(/^CONNECT \{/);
});
