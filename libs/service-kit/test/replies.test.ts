import { once } from 'node:events';
import { connect } from 'node:net';
import { makeLogger } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeServer, sendJson, sendPage, sendRecord, sendSuccessfulPage } from '../src/index.ts';

const nome = 'Doçaria 😀 日本';
const record = JSON.stringify({ nome });
const listing = { total: 41, records: Buffer.from(`[${record},${record}]`) };
const page = { page: 2, limit: 20 };

const app = makeServer(makeLogger('test', 'silent'));
let url: string;
let port: number;
let letGo = (): void => {};
beforeAll(async () => {
  app.get('/record', async (_request, reply) => sendRecord(reply, record));
  app.get('/page', async (_request, reply) => sendPage(reply, page, listing));
  app.get('/successful-page', async (_request, reply) => sendSuccessfulPage(reply, page, listing));
  app.get('/replayed', async (_request, reply) => sendJson(reply.header('idempotency-replayed', 'true'), 201, record));
  app.get('/later', async (_request, reply) => {
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return sendRecord(reply, record);
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});
afterAll(() => app.close());

const data = [{ nome }, { nome }];

test.each([
  ['/record', { success: true, data: { nome } }],
  ['/page', { data, page: 2, limit: 20, total: 41 }],
  ['/successful-page', { success: true, data, page: 2, limit: 20, total: 41 }],
])('%s comes whole, letter for letter, with its length', async (path, expected) => {
  const answer = await fetch(url + path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(JSON.parse(bytes.toString('utf8'))).toEqual(expected);

  const head = await fetch(url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

test('headers that were set before go with it', async () => {
  const answer = await fetch(`${url}/replayed`);
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(await answer.json()).toEqual({ nome });
});

test('replies on one connection keep their order', async () => {
  const caller = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  caller.on('data', (text) => {
    received += text;
  });
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
  letGo = () => {};
  const before = letGo;
  caller.write(ask('/later') + ask('/page') + ask('/nowhere') + ask('/replayed'));
  await until('the first is under way', () => letGo !== before);
  letGo();
  await until('all are answered', () => received.match(/HTTP\/1.1/g)?.length === 4 && received.endsWith('}'));
  expect(received.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['200', '200', '404', '201']);
  caller.destroy();
});

test('a caller that has gone is no trouble', async () => {
  const before = letGo;
  const caller = connect(port, '127.0.0.1');
  caller.write('GET /later HTTP/1.1\r\nhost: x\r\n\r\n');
  await until('it is under way', () => letGo !== before);
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, n) => resolve(n)));
  const open = await connections();
  caller.destroy();
  await once(caller, 'close');
  await until('the server knows', async () => (await connections()) < open);
  letGo();
  expect((await fetch(`${url}/record`)).status).toBe(200);
});
