import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startGateway } from '../gateway.ts';
import { type Call, call } from '../http.ts';
import { startUpstream } from '../upstream.ts';
import { type BulkGateway, megabyte, startBulkGateway } from './bulk-gateway.ts';

let system: BulkGateway;
/** What reached the service. */
let received: { size: number; state: 'open' | 'complete' | 'broken' }[];

beforeAll(async () => {
  system = await startBulkGateway();
});
afterAll(() => system.stop());
beforeEach(() => {
  received = [];
  system.behave = takeFile;
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
/** A whole file, at once. */
const importFile = (key: string, body: Call['body'] = 'nome\n') =>
  call(system.gateway.port, path, { method: 'POST', key, headers: csv, body });

const open: ReturnType<typeof request>[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy();
  // Their slots are free again when the gateway has noticed.
  await until('no import is under way', async () => received.every(({ state }) => state !== 'open'));
});

/** A file that is sent piece by piece. */
const upload = (key: string) => {
  const sending = request({
    port: system.gateway.port,
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
    const reply = await importFile(system.keys[0], body);
    expect([reply.status, reply.json]).toEqual([200, { size: file.length }]);
  }
});

test('a larger one is a 413, and the service learns that it is not complete', async () => {
  const tooLarge = { error: 'Arquivo maior que 20 MB' };
  const answers = [await importFile(system.keys[0], Buffer.alloc(21 * megabyte, 'x'))];
  expect(received).toEqual([]);
  const pieces = Array.from({ length: 21 }, () => Buffer.alloc(megabyte, 'x'));
  answers.push(await importFile(system.keys[0], pieces));
  expect(answers.map(({ status, json }) => [status, json])).toEqual(Array(2).fill([413, tooLarge]));
  await until('it has noticed', () => received[0]?.state === 'broken');
});

test('other bodies stay limited to 1 MiB', async () => {
  const larger = { method: 'POST', key: system.keys[0], headers: csv, body: Buffer.alloc(2 * megabyte, 'x') };
  expect((await call(system.gateway.port, '/api/v1/clients', larger)).status).toBe(413);
});

test('the service sees the rows while the caller is still sending, and that the caller has left', async () => {
  const { sending } = await begin(system.keys[0]);
  await until('rows have arrived', () => (received[0]?.size ?? 0) > 0);
  sending.destroy();
  await until('it is told', () => received[0]?.state === 'broken');
});

test('a file that breaks off does not take its replica out of turn', async () => {
  const replicas = [await startUpstream(), await startUpstream()];
  const own = await startGateway(system.stack, { CLIENTS_URL: replicas.map(({ url }) => url) });
  const sending = request({ port: own.port, method: 'POST', path, headers: { ...csv, 'x-api-key': system.keys[0] } });
  sending.on('error', () => {}).write('codigo;nome\n');
  await until('it has reached one', () => replicas.some(({ used }) => used.size > 0));
  sending.destroy();
  await until('it is told', () => replicas.every(({ used }) => used.size === 0));
  for (let count = 0; count < 4; count++) await call(own.port, '/api/v1/clients', { key: system.keys[0] });
  expect(replicas.map(({ received }) => received.length)).toEqual([2, 2]);
  await own.close();
  for (const replica of replicas) await replica.close();
});

test('one import per company and two in all; others may go on once one is over', async () => {
  const first = await begin(system.keys[0]);
  const again = await importFile(system.keys[0]);
  expect([again.status, again.json, again.headers['retry-after']]).toEqual([
    429,
    { error: 'Já há uma importação desta empresa em andamento' },
    '5',
  ]);
  await begin(system.keys[1]);
  const third = await importFile(system.keys[2]);
  expect([third.status, third.json, third.headers['retry-after']]).toEqual([
    503,
    { error: 'Há importações demais em andamento' },
    '5',
  ]);
  first.sending.end();
  expect((await first.answer).status).toBe(200);
  const later = await importFile(system.keys[2]);
  expect(later.status).toBe(200);
});

test('other methods need no slot', async () => {
  await begin(system.keys[0]);
  system.behave = (_incoming, response) => void response.writeHead(405, { 'content-length': '0' }).end();
  for (const method of ['GET', 'OPTIONS'])
    expect((await call(system.gateway.port, path, { method, key: system.keys[0] })).status).toBe(405);
});

test('a file may take longer than other bodies', async () => {
  const { sending, answer } = await begin(system.keys[0]);
  // The limit of other bodies, and the interval at which it is checked.
  for (let i = 0; i < 12; i++) {
    await pause(1_000);
    sending.write('A1;Bar\n');
  }
  sending.end();
  expect(await answer).toEqual({ status: 200, text: JSON.stringify({ size: 12 + 12 * 7 }) });
}, 30_000);

test('the service is asked when the first bytes have come, so that it never waits for a head', async () => {
  const one = upload(system.keys[0]);
  one.sending.flushHeaders();
  await pause(500);
  expect(received).toEqual([]);
  expect((await importFile(system.keys[0])).status).toBe(200);
  one.sending.end('codigo;nome\n');
  expect(await one.answer).toMatchObject({ status: 200 });
});

test('a caller that sends nothing for ten seconds is told, and gives its slot back', async () => {
  const { answer } = await begin(system.keys[0]);
  expect((await answer).status).toBe(408);
  await until('the service has noticed', () => received[0]?.state === 'broken');
  const later = await importFile(system.keys[0]);
  expect(later.status).toBe(200);
}, 30_000);

test('a merge may be silent for longer than other requests', async () => {
  const own = await startGateway(system.stack, { CLIENTS_URL: system.origins });
  system.behave = (_incoming, response) => void response.setHeader('content-length', 2).end('{}');
  // The key is known from here on, so that a busy machine looks up nothing within the time limit.
  await call(own.port, '/api/v1/clients', { key: system.keys[0] });
  own.app.server.setTimeout(2_000);
  let answer: (() => void) | undefined;
  system.behave = (incoming, response) => {
    if (incoming.url === path) answer = () => void response.setHeader('content-length', 2).end('{}');
  };
  const file = { method: 'POST', key: system.keys[0], headers: csv, body: 'nome\n' };
  const merging = call(own.port, path, file).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await until('it merges', () => answer !== undefined);
  await expect(call(own.port, '/api/v1/clients', { key: system.keys[0] })).rejects.toThrow();
  answer?.();
  expect(await merging).toBe(200);
  await own.close();
});

test('a service that answers before the file is complete is heard', async () => {
  system.behave = (_incoming, response) =>
    void response.writeHead(415, { 'content-type': 'application/json', 'content-length': '2' }).end('{}');
  const body = Array.from({ length: 10 }, () => Buffer.alloc(megabyte, 'x'));
  const reply = await importFile(system.keys[0], body);
  expect([reply.status, reply.text]).toEqual([415, '{}']);
});

test('it is heard by a caller that reads nothing until it has sent everything', async () => {
  system.behave = (_incoming, response) =>
    void response.writeHead(415, { 'content-type': 'application/json', 'content-length': '2' }).end('{}');
  const length = 10 * megabyte;
  const socket = connect(system.gateway.port, '127.0.0.1').pause();
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${system.keys[0]}\r\ncontent-type: text/csv\r\ncontent-length: ${length}\r\n\r\n`;
  const failure = once(socket, 'error').then(([error]) => error);
  const sent = new Promise((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(length, 'x')]), resolve),
  );
  expect(await Promise.race([sent.then(() => 'sent'), failure])).toBe('sent');
  const [bytes] = await once(socket.resume(), 'data', { signal: AbortSignal.timeout(5_000) });
  expect(String(bytes)).toMatch(/^HTTP\/1.1 415 /);
  socket.destroy();
});

test('it is heard by a caller of HTTP/1.0, whose connection ends with the file', async () => {
  system.behave = (_incoming, response) =>
    void response.writeHead(415, { 'content-type': 'application/json', 'content-length': '2' }).end('{}');
  const length = 10 * megabyte;
  const socket = connect(system.gateway.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  socket.write(`POST ${path} HTTP/1.0\r\nx-api-key: ${system.keys[0]}\r\ncontent-type: text/csv\r\n`);
  socket.write(`content-length: ${length}\r\n\r\nnome\n`);
  await until('it is answered', () => text.endsWith('{}'));
  socket.write(Buffer.alloc(length - 5, 'x'));
  await once(socket, 'end', { signal: AbortSignal.timeout(5_000) });
  expect(text).toMatch(/^HTTP\/1.1 415 /);
});

test('a content type that is none is told the one of an import', async () => {
  const reply = await call(system.gateway.port, path, {
    method: 'POST',
    key: system.keys[0],
    headers: { 'content-type': 'none' },
    body: 'nome\n',
  });
  expect([reply.status, reply.json]).toEqual([415, { error: 'Content-Type deve ser text/csv' }]);
});
