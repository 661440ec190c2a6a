import { once } from 'node:events';
import { connect } from 'node:net';
import { makeLogger } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type App, listReply, recordReply, timestamp } from '../src/index.ts';
import { makeServer } from '../src/process/index.ts';

const record = z.object({
  nome: z.string(),
  endereco: z.string().nullable(),
  valor: z.number(),
  created_at: timestamp,
  representada_id: z.guid().optional(),
});
/** As a repository returns it: columns in another order, and one that the reply does not show. */
const row = {
  valor: 0.3,
  total: 41,
  created_at: '2026-11-15T12:00:00.100Z',
  endereco: null,
  nome: 'Doçaria 😀 "日本"',
};
const text = JSON.stringify({ nome: row.nome, endereco: null, valor: 0.3, created_at: row.created_at });

const app: App = makeServer(makeLogger('test', 'silent'));
let url: string;
let port: number;
let letGo = (): void => {};
beforeAll(async () => {
  app.get('/record', { schema: { response: { 200: recordReply(record) } } }, async () => ({
    success: true as const,
    data: row,
  }));
  app.get('/page', { schema: { response: { 200: listReply(record) } } }, async () => ({
    total: 41,
    limit: 20,
    page: 2,
    data: [row, { ...row, representada_id: '01890000-0000-7000-8000-000000000001' }],
  }));
  app.get('/replayed', { schema: { response: { 201: record } } }, async (_request, reply) =>
    reply.code(201).header('idempotency-replayed', 'true').send(row),
  );
  app.get('/later', async () => {
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return {};
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(url).port);
});
afterAll(() => app.close());

test.each([
  ['/record', `{"success":true,"data":${text}}`],
  [
    '/page',
    `{"data":[${text},${text.slice(0, -1)},"representada_id":"01890000-0000-7000-8000-000000000001"}],"page":2,"limit":20,"total":41}`,
  ],
])('%s has the fields of its schema in its order, and its length', async (path, expected) => {
  const answer = await fetch(url + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(expected)));
  expect(await answer.text()).toBe(expected);

  const head = await fetch(url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(expected))]);
});

test('headers that a route sets are sent', async () => {
  const answer = await fetch(`${url}/replayed`);
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(await answer.text()).toBe(text);
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
