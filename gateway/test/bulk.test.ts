import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { headers as names } from '@representa/contracts';
import { startTestStack, type TestStack, until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from './gateway.ts';
import { call } from './http.ts';
import { startUpstream } from './upstream.ts';

let stack: TestStack;
let gateway: Gateway;
let service: Server;
let empresas: TestEmpresa[];
let origins: string[];
/** What reached the service. */
let received: { size: number; state: 'open' | 'complete' | 'broken' }[];
let behave: (request: IncomingMessage, response: ServerResponse) => void;

const megabyte = 1_048_576;

beforeAll(async () => {
  stack = await startTestStack();
  service = createServer((incoming, response) => {
    if (incoming.url === '/readyz') return void response.end();
    response.setHeader(names.exchangeId, incoming.headers[names.exchangeId] as string);
    behave(incoming, response);
  });
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  const opened = openEmpresas(stack);
  empresas = [];
  for (let i = 0; i < 3; i++) empresas.push(await createEmpresa(opened.empresas));
  await opened.database.end();
  origins = [`http://127.0.0.1:${(service.address() as AddressInfo).port}`];
  gateway = await startGateway(stack, { SALES_URL: origins, CATALOG_URL: origins, CLIENTS_URL: origins });
});
afterAll(async () => {
  await gateway.close();
  service.closeAllConnections();
  service.close();
  await stack.stop();
});
beforeEach(() => {
  received = [];
  behave = takeFile;
});

const takeFile = (incoming: IncomingMessage, response: ServerResponse): void => {
  const file: (typeof received)[number] = { size: 0, state: 'open' };
  received.push(file);
  incoming.on('data', (chunk: Buffer) => {
    file.size += chunk.length;
  });
  incoming.on('error', () => {});
  incoming.on('close', () => {
    if (file.state === 'open') file.state = 'broken';
  });
  incoming.on('end', () => {
    file.state = 'complete';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ size: file.size }));
  });
};

const csv = { 'content-type': 'text/csv' };
const path = '/api/v1/clients/import';
const exportPath = '/api/v1/sales/export';
const keyOf = (which: number): string => (empresas[which] as TestEmpresa).key;

const open: ReturnType<typeof request>[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  // Their slots are free again when the gateway has noticed.
  await until('no import is under way', async () => received.every(({ state }) => state !== 'open'));
});

/** A file that is sent piece by piece. */
const upload = (key: string) => {
  const sending = request({
    port: gateway.port,
    method: 'POST',
    path,
    headers: { ...csv, 'x-api-key': key, 'transfer-encoding': 'chunked' },
  });
  open.push(sending);
  sending.on('error', () => {});
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve) => {
    sending.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    sending.on('error', () => resolve({ status: undefined, text: '' }));
  });
  return { sending, answer };
};
const begin = async (key: string) => {
  const one = upload(key);
  const before = received.length;
  one.sending.write('codigo;nome\n');
  await until('it has reached the service', () => received.length > before);
  return one;
};

test('a file of 19 MB passes, whole or in pieces', async () => {
  const file = randomBytes(19 * megabyte);
  const pieces = Array.from({ length: 19 }, (_, i) => file.subarray(i * megabyte, (i + 1) * megabyte));
  for (const body of [file, pieces]) {
    const reply = await call(gateway.port, path, { method: 'POST', key: keyOf(0), headers: csv, body });
    expect([reply.status, reply.json]).toEqual([200, { size: file.length }]);
  }
});

test('a larger one is a 413, and the service learns that it is not complete', async () => {
  const tooLarge = { error: 'Arquivo maior que 20 MB' };
  const whole = { method: 'POST', key: keyOf(0), headers: csv, body: Buffer.alloc(21 * megabyte, 'x') };
  const answers = [await call(gateway.port, path, whole)];
  expect(received).toEqual([]);
  const pieces = Array.from({ length: 21 }, () => Buffer.alloc(megabyte, 'x'));
  answers.push(await call(gateway.port, path, { ...whole, body: pieces }));
  expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(2).fill([413, tooLarge]));
  await until('it has noticed', () => received[0]?.state === 'broken');
});

test('other bodies stay limited to 1 MiB', async () => {
  const body = Buffer.alloc(2 * megabyte, 'x');
  const reply = await call(gateway.port, '/api/v1/clients', { method: 'POST', key: keyOf(0), headers: csv, body });
  expect(reply.status).toBe(413);
});

test('the service sees the rows while the caller is still sending, and that the caller has left', async () => {
  const { sending } = await begin(keyOf(0));
  await until('rows have arrived', () => (received[0]?.size ?? 0) > 0);
  sending.destroy();
  await until('it is told', () => received[0]?.state === 'broken');
});

test('a file that breaks off does not take its replica out of turn', async () => {
  const replicas = [await startUpstream(), await startUpstream()];
  const own = await startGateway(stack, { CLIENTS_URL: replicas.map(({ url }) => url) });
  const sending = request({ port: own.port, method: 'POST', path, headers: { ...csv, 'x-api-key': keyOf(0) } });
  sending.on('error', () => {}).write('codigo;nome\n');
  await until('it has reached one', () => replicas.some(({ used }) => used.size > 0));
  sending.destroy();
  await until('it is told', () => replicas.every(({ used }) => used.size === 0));
  for (let count = 0; count < 4; count++) await call(own.port, '/api/v1/clients', { key: keyOf(0) });
  expect(replicas.map(({ received }) => received.length)).toEqual([2, 2]);
  await own.close();
  for (const replica of replicas) await replica.close();
});

test('one import per company and two in all; others may go on once one is over', async () => {
  const first = await begin(keyOf(0));
  const again = await call(gateway.port, path, { method: 'POST', key: keyOf(0), headers: csv, body: 'nome\n' });
  expect([again.status, again.json, again.headers['retry-after']]).toEqual([
    429,
    { error: 'Já há uma importação desta empresa em andamento' },
    '5',
  ]);
  await begin(keyOf(1));
  const third = await call(gateway.port, path, { method: 'POST', key: keyOf(2), headers: csv, body: 'nome\n' });
  expect([third.status, third.json, third.headers['retry-after']]).toEqual([
    503,
    { error: 'Há importações demais em andamento' },
    '5',
  ]);
  first.sending.end();
  expect((await first.answer).status).toBe(200);
  const later = await call(gateway.port, path, { method: 'POST', key: keyOf(2), headers: csv, body: 'nome\n' });
  expect(later.status).toBe(200);
});

test('other methods need no slot', async () => {
  await begin(keyOf(0));
  behave = (_incoming, response) => void response.writeHead(405, { 'content-length': '0' }).end();
  for (const method of ['GET', 'OPTIONS'])
    expect((await call(gateway.port, path, { method, key: keyOf(0) })).status).toBe(405);

  behave = ({ method }, response) => {
    if (method === 'GET') response.writeHead(200, { 'content-type': 'text/csv' }).write('x');
    else response.writeHead(204).end();
  };
  for (let i = 0; i < 2; i++) {
    const reading = request({ port: gateway.port, path: exportPath, headers: { 'x-api-key': keyOf(1) } }).end();
    open.push(reading.on('error', () => {}));
    await once(reading, 'response');
  }
  const statusOf = async (method: string) => (await call(gateway.port, exportPath, { method, key: keyOf(1) })).status;
  expect([await statusOf('GET'), await statusOf('HEAD'), await statusOf('OPTIONS')]).toEqual([429, 429, 204]);
});

test('a file may take longer than other bodies', async () => {
  const { sending, answer } = await begin(keyOf(0));
  // The limit of other bodies, and the interval at which it is checked.
  for (let i = 0; i < 12; i++) {
    await pause(1_000);
    sending.write('A1;Bar\n');
  }
  sending.end();
  expect(await answer).toEqual({ status: 200, text: JSON.stringify({ size: 12 + 12 * 7 }) });
}, 30_000);

test('a caller that sends nothing for ten seconds is told, and gives its slot back', async () => {
  const { answer } = await begin(keyOf(0));
  expect((await answer).status).toBe(408);
  await until('the service has noticed', () => received[0]?.state === 'broken');
  const later = await call(gateway.port, path, { method: 'POST', key: keyOf(0), headers: csv, body: 'nome\n' });
  expect(later.status).toBe(200);
}, 30_000);

test('a merge may be silent for longer than other requests', async () => {
  const own = await startGateway(stack, { CLIENTS_URL: origins });
  own.app.server.setTimeout(500);
  let answer: (() => void) | undefined;
  behave = (incoming, response) => {
    if (incoming.url === path) answer = () => void response.setHeader('content-length', 2).end('{}');
  };
  const file = { method: 'POST', key: keyOf(0), headers: csv, body: 'nome\n' };
  const merging = call(own.port, path, file).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await until('it merges', () => answer !== undefined);
  await expect(call(own.port, '/api/v1/clients', { key: keyOf(0) })).rejects.toThrow();
  answer?.();
  expect(await merging).toBe(200);
  await own.close();
});

test('a service that answers before the file is complete is heard', async () => {
  behave = (_incoming, response) =>
    void response.writeHead(415, { 'content-type': 'application/json', 'content-length': '2' }).end('{}');
  const body = Array.from({ length: 10 }, () => Buffer.alloc(megabyte, 'x'));
  const reply = await call(gateway.port, path, { method: 'POST', key: keyOf(0), headers: csv, body });
  expect([reply.status, reply.text]).toEqual([415, '{}']);
});

test('an export that does not begin in the usual time is a 503', async () => {
  const own = await startGateway(stack, { SALES_URL: origins, REQUEST_TIMEOUT_MS: 500 });
  behave = () => {};
  expect((await call(own.port, exportPath, { key: keyOf(0) })).status).toBe(503);
  await own.close();
}, 10_000);

test('an export passes with the name of its file, and no faster than it is read', async () => {
  const chunk = Buffer.alloc(megabyte, 'x');
  let written = 0;
  behave = (_incoming, response) => {
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
  const reading = request({
    port: gateway.port,
    path: exportPath,
    headers: { 'x-api-key': keyOf(0) },
  }).end();
  const response = await new Promise<IncomingMessage>((resolve) => reading.on('response', resolve));
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
  const parts = Array.from({ length: 5 }, () => 'x'.repeat(1_000));
  behave = async (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    for (const part of parts) {
      response.write(part);
      await pause(500);
    }
    response.end();
  };
  const path = '/api/v1/reports/route?dia=segunda&formato=csv';
  expect((await call(gateway.port, path, { key: keyOf(0) })).text).toBe(parts.join(''));
});
