import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Database } from '@representa/postgres';
import { startStopwatch, type TestStack, until } from '@representa/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EmpresasRepository } from '../../src/empresas/empresas.repository.ts';
import { addKey, createEmpresa, type Gateway, query, type TestEmpresa } from '../gateway.ts';
import { call } from '../http.ts';
import { startForwardingGateway, untilReady } from '../system.ts';
import { answerEcho, type Behaviour, type TestUpstream } from '../upstream.ts';

let stop: () => Promise<void>;
let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let empresas: EmpresasRepository;
let database: Database;
let empresa: TestEmpresa;
let behave: Behaviour = answerEcho;

beforeAll(async () => {
  const system = await startForwardingGateway((...sent) => behave(...sent));
  ({ stack, gateway, upstream, empresas, database, stop } = system);
  await untilReady(gateway);
});
beforeEach(async () => {
  empresa = await createEmpresa(empresas);
});
afterAll(() => stop());

const ask = (key: string) => call(gateway.port, '/api/v1/sales', { key });

describe('a key that is revoked while its request’s body is coming', () => {
  /** Sends all but the end of a request. */
  const begin = (path: string, key: string, more = ''): { socket: Socket; finish: () => Promise<string> } => {
    const socket = connect(gateway.port, '127.0.0.1');
    const type = 'content-type: application/json';
    const body = '{"rotulo":"x","escopo":"admin"}';
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${type}\r\n${more}content-length: ${body.length}\r\nconnection: close\r\n\r\n{`,
    );
    const finish = () =>
      new Promise<string>((resolve) => {
        let received = '';
        socket.setEncoding('utf8').on('data', (text: string) => {
          received += text;
        });
        socket.on('close', () => resolve(received));
        socket.write(body.slice(1));
      });
    return { socket, finish };
  };

  test('does not import', async () => {
    const key = await addKey(database, empresa.id);
    const file = 'codigo;nome\n';
    const sending = request({
      port: gateway.port,
      method: 'POST',
      path: '/api/v1/clients/import',
      headers: { 'x-api-key': key.text, 'content-type': 'text/csv', 'content-length': 2 * file.length },
    });
    sending.write(file);
    await until('the import is under way', () => upstream.connections.size > 0);
    await call(gateway.port, `/api/v1/keys/${key.id}`, { method: 'DELETE', key: empresa.key });
    await until('it is refused', async () => (await ask(key.text)).status === 401, 1_000);
    const before = upstream.received.length;
    sending.end(file);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    expect(upstream.received).toHaveLength(before);
  });

  // Node drops headers beyond a thousand unless told: here, the length of the body.
  const manyHeaders = 'h: \r\n'.repeat(2_000);

  test.each([
    ['/sales', ''],
    ['/keys', ''],
    ['/sales', manyHeaders],
    ['/keys', manyHeaders],
  ])('does not write to %s', async (path, more) => {
    const key = await addKey(database, empresa.id, 'admin');
    expect((await ask(key.text)).status).toBe(200);
    const { finish } = begin(path, key.text, more);
    const gone = await call(gateway.port, `/api/v1/keys/${key.id}`, { method: 'DELETE', key: empresa.key });
    expect(gone.status).toBe(200);
    await until('it is refused', async () => (await ask(key.text)).status === 401, 1_000);
    const before = upstream.received.length;
    const reply = await finish();
    expect(reply).toMatch(/^HTTP\/1.1 401 .*API key inválida/s);
    expect(upstream.received).toHaveLength(before);
  });

  test('a key that is still good writes, however slowly', async () => {
    const { finish } = begin('/sales', empresa.key);
    await new Promise((passed) => setTimeout(passed, 300));
    expect(await finish()).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('a key that is revoked', () => {
  const revoke = async (key: { id: string; text: string }): Promise<void> => {
    await call(gateway.port, `/api/v1/keys/${key.id}`, { method: 'DELETE', key: empresa.key });
    await until('it is refused', async () => (await ask(key.text)).status === 401, 1_000);
  };

  test('while its request waits for a change is not told of it', async () => {
    const key = await addKey(database, empresa.id, 'read');
    let tell = (): void => {};
    behave = (_echo, response) => {
      tell = () => void response.setHeader('content-type', 'application/json').end('{"data":["new"]}');
    };
    const waiting = call(gateway.port, '/api/v1/sales/changes?cursor=x&espera=20', { key: key.text });
    await until('it waits', () => upstream.received.at(-1)?.url.includes('espera') === true);
    behave = answerEcho;
    await revoke(key);
    tell();
    expect(await waiting).toMatchObject({ status: 401, json: { error: 'API key inválida' } });
  });

  test('while an export is read gets no more of it', async () => {
    const key = await addKey(database, empresa.id, 'read');
    behave = (_echo, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 50);
      response.on('close', () => clearInterval(timer));
    };
    const reading = request({ port: gateway.port, path: '/api/v1/sales/export', headers: { 'x-api-key': key.text } });
    const [response] = (await once(reading.end(), 'response')) as [IncomingMessage];
    response.resume();
    behave = answerEcho;
    const broken = once(response, 'error');
    await revoke(key);
    const elapsedMs = startStopwatch();
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(elapsedMs()).toBeLessThan(3_000);
    const lines = () => gateway.lines.filter((line) => line.includes('/export') && line.includes(key.prefix));
    await until('it is logged', () => lines().length > 0);
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ level: 30, status: 401 }]);
  });
});

test('a key whose revocation was not broadcast ends when its entries expire: 60 s in Redis, then 2 s in memory', async () => {
  const entry = `gateway:key:${empresa.hash}`;
  const redis = new Redis(stack.redisUrl);
  expect((await ask(empresa.key)).status).toBe(200);
  await until('it is in Redis', async () => (await redis.exists(entry)) === 1);
  expect(await redis.ttl(entry)).toBeLessThanOrEqual(60);
  await query(database)`update api_key set revoked_at = now() where id = ${empresa.key_id}`;
  // What is left of the minute.
  await redis.pexpire(entry, 500);
  const elapsedMs = startStopwatch();
  await until('it is refused', async () => (await ask(empresa.key)).status === 401, 5_000);
  expect(elapsedMs()).toBeLessThan(500 + 2_000 + 500);
  redis.disconnect();
});
