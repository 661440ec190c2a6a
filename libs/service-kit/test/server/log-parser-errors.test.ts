import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { until } from '@representa/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeServer } from '../../src/process/index.ts';

const lines: Record<string, unknown>[] = [];
const app = makeServer(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

test('a service logs what its HTTP parser refuses, and closes the connection', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end('nonsense\r\n\r\n').resume();
  await once(socket, 'close');
  await until('it is logged', () => lines.length > 0);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      code: 'HPE_INVALID_METHOD',
      client_address: '127.0.0.1',
      msg: 'request refused by the HTTP parser',
    }),
  ]);
});
