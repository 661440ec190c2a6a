import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../gateway.ts';
import { call } from '../http.ts';
import { type BulkGateway, megabyte, startBulkGateway } from './bulk-gateway.ts';

let system: BulkGateway;
const open: ClientRequest[] = [];

beforeAll(async () => {
  system = await startBulkGateway();
});
afterAll(() => system.stop());
afterEach(() => {
  for (const one of open.splice(0)) one.destroy();
});

const path = '/api/v1/sales/export';

/** Begins to read, and leaves it at that. */
const beginReading = async (key: string): Promise<IncomingMessage> => {
  const reading = request({ port: system.gateway.port, path, headers: { 'x-api-key': key } }).end();
  open.push(reading.on('error', () => {}));
  const [response] = (await once(reading, 'response')) as [IncomingMessage];
  return response;
};

test('an export that does not begin in the usual time is a 503', async () => {
  const own = await startGateway(system.stack, { SALES_URL: system.origins, REQUEST_TIMEOUT_MS: 500 });
  system.behave = () => {};
  expect((await call(own.port, path, { key: system.keys[0] })).status).toBe(503);
  await own.close();
}, 10_000);

test('an export passes with the name of its file, and no faster than it is read', async () => {
  const chunk = Buffer.alloc(megabyte, 'x');
  let written = 0;
  system.behave = (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="x.csv"' });
    const write = (): void => {
      while (written < 100) {
        written += 1;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  };
  const response = await beginReading(system.keys[0]);
  expect(response.headers['content-disposition']).toBe('attachment; filename="x.csv"');
  await until('the service waits', async () => {
    const before = written;
    await pause(300);
    return written === before;
  });
  expect(written).toBeLessThan(40);
  let size = 0;
  for await (const part of response) size += (part as Buffer).length;
  expect(size).toBe(100 * megabyte);
});

test('a report as a file may take longer than its request: the deadline is for the beginning of the reply', async () => {
  const own = await startGateway(system.stack, { CLIENTS_URL: system.origins, REQUEST_TIMEOUT_MS: 1_000 });
  const parts = Array.from({ length: 4 }, () => 'x'.repeat(1_000));
  system.behave = async (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    for (const part of parts) {
      response.write(part);
      await pause(500);
    }
    response.end();
  };
  const report = '/api/v1/reports/route?dia=segunda&formato=csv';
  expect((await call(own.port, report, { key: system.keys[0] })).text).toBe(parts.join(''));
  await own.close();
});
