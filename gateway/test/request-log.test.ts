import type { Database } from '@representa/postgres';
import { type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey, prefixOf } from '../src/authentication/api-key.ts';
import type { EmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { addKey, createEmpresa, type Gateway, makeTestCommands, startGateway, type TestEmpresa } from './gateway.ts';
import { call, sendRaw } from './http.ts';
import { startForwardingGateway } from './system.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let empresas: EmpresasRepository;
let database: Database;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;

beforeAll(async () => {
  // Nobody listens on port 1.
  const changes = { CLIENTS_URL: ['http://127.0.0.1:1'], RATE_LIMIT: 2, RATE_BURST: 5 };
  ({ stack, gateway, upstream, empresa, empresas, database, stop } = await startForwardingGateway(undefined, changes));
});
afterAll(() => stop());

/** The lines of one request. */
const linesOf = async (headers: Record<string, string | string[] | undefined>) => {
  const id = String(headers['x-request-id']);
  const found = () => gateway.lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
  await until('it is logged', () => found().length > 0);
  return found();
};

test('a request is logged with its key, its caller and its trace', async () => {
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const reply = await call(gateway.port, '/api/v1/sales', { key: empresa.key, headers });
  expect(await linesOf(reply.headers)).toEqual([
    expect.objectContaining({
      level: 30,
      status: 200,
      empresa_id: empresa.id,
      key_id: expect.stringMatching(/^[\da-f-]{36}$/),
      key_prefix: prefixOf(empresa.key),
      client_address: '127.0.0.1',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
    }),
  ]);
});

test('a key that is refused is logged by its prefix, and nothing of a text that is none', async () => {
  const { text, prefix } = newApiKey();
  for (const [key, key_prefix] of [
    [text, prefix],
    ['another-secret', undefined],
  ]) {
    const reply = await call(gateway.port, '/api/v1/sales', { key: key as string });
    expect(reply.status).toBe(401);
    const [line] = await linesOf(reply.headers);
    expect(line).toMatchObject({ status: 401, client_address: '127.0.0.1' });
    expect(line.key_prefix).toBe(key_prefix);
    // Not even a part of it.
    expect(gateway.lines.join()).not.toContain(key?.slice(key_prefix?.length ?? 0));
  }
});

test('every refusal is logged with its key and its caller', async () => {
  const own = await startGateway(stack, { SALES_URL: [upstream.url] });
  const [reader, inactive] = [await addKey(database, empresa.id, 'read'), await createEmpresa(empresas)];
  await makeTestCommands(database, async () => true).deactivate(inactive.id);
  const refusals: [status: number, key: string, method: string, path: string][] = [
    [403, reader.text, 'DELETE', '/sales/x'],
    [403, inactive.key, 'GET', '/sales'],
    [404, empresa.key, 'GET', '/nothing'],
    [404, empresa.key, 'DELETE', '/keys/x'],
    [405, empresa.key, 'PUT', '/keys'],
    [409, empresa.key, 'DELETE', `/keys/${empresa.key_id}`],
  ];
  for (const [status, key, method, path] of refusals) {
    const id = `refusal.${status}.${path.replace(/\W/g, '.')}.${method}`;
    const reply = await call(own.port, `/api/v1${path}`, { method, key, headers: { 'x-request-id': id } });
    expect(reply.status).toBe(status);
    const found = () => own.lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    await until('it is logged', () => found().length > 0);
    expect(found()).toMatchObject([{ status, key_prefix: prefixOf(key), client_address: '127.0.0.1' }]);
    expect(own.lines.join()).not.toContain(key.slice(prefixOf(key).length));
  }
  await own.close();
});

test('a request whose body is refused by the HTTP parser is one line, with its key and its own id', async () => {
  const own = await startGateway(stack, { SALES_URL: [upstream.url] });
  const head = `POST /api/v1/sales HTTP/1.1\r\nhost: x\r\nx-api-key: ${empresa.key}\r\nx-request-id: broken-body\r\n`;
  const text = await sendRaw(own.port, `${head}transfer-encoding: chunked\r\n\r\nno number\r\n${'x'.repeat(200_000)}`);
  expect(text).toMatch(/^HTTP\/1.1 400 .*\r\nx-request-id: broken-body\r\n.*\{"error":"[^"]+"\}$/s);
  await until('it is logged', () => own.lines.some((line) => line.includes('broken-body')));
  expect(own.lines.filter((line) => line.includes('parser'))).toEqual([]);
  expect(own.lines.filter((line) => line.includes('"status":')).map((line) => JSON.parse(line))).toMatchObject([
    { status: 400, request_id: 'broken-body', key_prefix: prefixOf(empresa.key), client_address: '127.0.0.1' },
  ]);
  await own.close();
});

test('a request over the limit is logged with its key, and with what refused it', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => call(gateway.port, '/api/v1/sales', { key: empresa.key })),
  );
  const refused = replies.find(({ status }) => status === 429);
  expect(await linesOf(refused?.headers ?? {})).toMatchObject([
    {
      status: 429,
      limiter: 'rate',
      empresa_id: empresa.id,
      key_prefix: prefixOf(empresa.key),
      client_address: '127.0.0.1',
    },
  ]);
});

test('a request that fails for an outage is one line, with the reason and without a stack', async () => {
  let reply = await call(gateway.port, '/api/v1/clients', { key: empresa.key });
  await until('the limit allows it', async () => {
    if (reply.status === 429) reply = await call(gateway.port, '/api/v1/clients', { key: empresa.key });
    return reply.status === 503;
  });
  const lines = await linesOf(reply.headers);
  expect(lines).toMatchObject([{ level: 50, status: 503, reason: expect.stringContaining('ECONNREFUSED') }]);
  expect(JSON.stringify(lines)).not.toContain('    at ');
});

test('what a service refuses is logged with the limiter that the service names, which the caller is not told', async () => {
  const busy = await startUpstream(
    (_echo, response) =>
      void response
        .writeHead(503, { 'x-limiter': 'connection', 'content-type': 'application/json' })
        .end('{"error":"x"}'),
  );
  const own = await startGateway(stack, { SALES_URL: [busy.url] });
  const reply = await call(own.port, '/api/v1/sales', { key: empresa.key, headers: { 'x-request-id': 'busy' } });
  expect([reply.status, reply.headers['x-limiter']]).toEqual([503, undefined]);
  const line = () => own.lines.find((text) => text.includes('"request_id":"busy"')) ?? '{}';
  await until('it is logged', () => line() !== '{}');
  expect(JSON.parse(line())).toMatchObject({ status: 503, limiter: 'connection' });
  await own.close();
  await busy.close();
});
