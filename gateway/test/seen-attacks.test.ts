import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Database } from '@representa/postgres';
import { startStopwatch, startTestStack, type TestStack, until } from '@representa/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../src/authentication/api-key.ts';
import type { EmpresasRepository } from '../src/empresas/empresas.repository.ts';
import { addKey, createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from './gateway.ts';
import { call, sendRaw } from './http.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let empresas: EmpresasRepository;
let database: Database;
let empresa: TestEmpresa;

beforeAll(async () => {
  [stack, upstream] = await Promise.all([startTestStack(), startUpstream()]);
  ({ empresas, database } = openEmpresas(stack));
  gateway = await startGateway(stack, { SALES_URL: [upstream.url], CLIENTS_URL: [upstream.url] });
  await until('it hears', async () => (await call(gateway.port, '/readyz')).status === 200);
});
beforeEach(async () => {
  empresa = await createEmpresa(empresas);
});
afterAll(async () => {
  await gateway.close();
  await database.end();
  await upstream.close();
  await stack.stop();
});

const ask = (key: string, to = gateway) => call(to.port, '/api/v1/sales', { key });

describe('a key that is revoked while its request’s body is coming', () => {
  /** Sends all but the end of a request. */
  const begin = (path: string, key: string): { socket: Socket; finish: () => Promise<string> } => {
    const socket = connect(gateway.port, '127.0.0.1');
    const type = 'content-type: application/json';
    const body = '{"rotulo":"x","escopo":"admin"}';
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n{`,
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

  test.each(['/sales', '/keys'])('does not write to %s', async (path) => {
    const key = await addKey(database, empresa.id, 'admin');
    expect((await ask(key.text)).status).toBe(200);
    const { finish } = begin(path, key.text);
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

describe('guessing keys', () => {
  /** Many at once, without sockets: a limit that refills while they are sent would be another test. */
  const guess = async (to: Gateway, headers: (count: number) => Record<string, string> = () => ({})) =>
    Promise.all(
      Array.from({ length: 300 }, (_, count) =>
        to.app.inject({ url: '/api/v1/sales', headers: { 'x-api-key': newApiKey().text, ...headers(count) } }),
      ),
    );

  test('costs the database next to nothing, and nobody else notices', async () => {
    const own = await startGateway(stack, { SALES_URL: [upstream.url] });
    expect((await ask(empresa.key, own)).status).toBe(200);
    const [begun, before] = [performance.now(), own.lookups()];
    const refused = (await guess(own)).filter(({ statusCode }) => statusCode === 429);
    expect(own.lookups() - before).toBeLessThanOrEqual(101 + ((performance.now() - begun) / 1_000) * 10);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]?.json()).toEqual({ error: 'Limite de requisições excedido' });
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await ask(empresa.key, own)).status).toBe(200);
    await own.close();
  });

  test('a mistyped key is not looked up at all', async () => {
    const before = gateway.lookups();
    const mistyped = `${empresa.key.slice(0, 20)}${empresa.key[20] === 'x' ? 'y' : 'x'}${empresa.key.slice(21)}`;
    expect((await ask(mistyped)).json).toEqual({ error: 'API key inválida' });
    expect(gateway.lookups()).toBe(before);
  });

  test('addresses are told apart by a trusted proxy, and by nobody else', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': `198.51.100.1, ${address}` });
    const limited = (replies: { statusCode: number }[]) => replies.some(({ statusCode }) => statusCode === 429);
    const trusting = await startGateway(stack, { TRUSTED_PROXIES: ['127.0.0.0/8'] });
    expect(limited(await guess(trusting, () => from('203.0.113.7')))).toBe(true);
    expect(limited(await guess(trusting, (count) => from(`203.${count >> 8}.${count & 255}.8`)))).toBe(false);
    await trusting.close();

    const wary = await startGateway(stack);
    expect(limited(await guess(wary, (count) => from(`203.${count >> 8}.${count & 255}.8`)))).toBe(true);
    await wary.close();
  });
});

test.each([
  ['callers without a key', () => 'nobody'],
  ['another company', async () => (await createEmpresa(empresas)).key],
])('thousands of refusals of %s do not delay those of a company', async (_whose, keyOfFlood) => {
  const own = await startGateway(stack);
  const refuse = (key: string) => own.app.inject({ url: '/api/v1/nothing', headers: { 'x-api-key': key } });
  const key = await keyOfFlood();
  expect((await refuse(empresa.key)).statusCode).toBe(404);
  await refuse(key);
  let refused = 0;
  for (let count = 0; count < 2_000; count++) void refuse(key).then(() => refused++);
  expect((await refuse(empresa.key)).statusCode).toBe(404);
  expect(refused).toBeLessThan(2_000);
  await own.close();
});

describe('every reply', () => {
  test.each([
    ['of a service', () => ask(empresa.key)],
    ['of a refusal', () => ask('nobody')],
    ['of an unknown path', () => call(gateway.port, '/nothing')],
    ['of a health check', () => call(gateway.port, '/healthz')],
  ])('%s is kept by no cache, and its type is not guessed', async (_what, get) => {
    const { headers } = await get();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers.server).toBeUndefined();
  });

  test('tells browsers to come by TLS when a trusted proxy says that they did', async () => {
    const behindProxy = await startGateway(stack, { TRUSTED_PROXIES: ['127.0.0.1'] });
    const headerOf = async ({ port }: Gateway, protocol: string) =>
      (await call(port, '/api/v1/sales', { headers: { 'x-forwarded-proto': protocol } })).headers[
        'strict-transport-security'
      ];
    expect(await headerOf(behindProxy, 'https')).toBe('max-age=31536000');
    expect(await headerOf(behindProxy, 'http')).toBeUndefined();
    expect(await headerOf(gateway, 'https')).toBeUndefined();
    await behindProxy.close();
  });

  test('also to what is no HTTP', async () => {
    expect(await sendRaw(gateway.port, 'hello\r\n\r\n')).toMatch(
      /cache-control: no-store\r\nx-content-type-options: nosniff/,
    );
  });
});

test.each(['http://x/api/v1/%zz', 'HTTP://x:1/api/v1/sales/%', '/%61pi/v1/%zz', '/api/v%31/%zz'])(
  'the key is checked before the escape in %s',
  async (path) => {
    const without = await call(gateway.port, path);
    expect([without.status, without.json]).toEqual([401, { error: 'API key ausente' }]);
    const withKey = await call(gateway.port, path, { key: empresa.key });
    expect([withKey.status, withKey.json]).toEqual([400, { error: 'URL inválida' }]);
  },
);

describe('the log line of a refusal', () => {
  const lineOf = async (id: string) => {
    await until('it is logged', () => gateway.lines.some((line) => line.includes(id)));
    return JSON.parse(gateway.lines.find((line) => line.includes(id)) ?? '');
  };

  test.each(['known', 'unknown'])('has the address and the prefix of the %s key, and no more of it', async (kind) => {
    const key = kind === 'known' ? empresa.key : newApiKey().text;
    const path = kind === 'known' ? '/api/v1/nothing' : '/api/v1/sales';
    const { headers } = await call(gateway.port, path, { key });
    const line = await lineOf(String(headers['x-request-id']));
    expect(line).toMatchObject({ client_address: '127.0.0.1', key_prefix: key.slice(0, 17) });
    expect(JSON.stringify(line)).not.toContain(key.slice(17));
  });

  test('has nothing of a text that is no key of ours', async () => {
    const { headers } = await ask('somebodys-password');
    const line = await lineOf(String(headers['x-request-id']));
    expect(JSON.stringify(line)).not.toContain('somebodys');
  });
});

describe('when a broadcast is lost', () => {
  const revoke = () => database`update api_key set revoked_at = now() where id = ${empresa.key_id}`;
  const cached = `gateway:key:`;

  test('a revoked key ends when its entries expire: 60 s in Redis, then 2 s in memory', async () => {
    const redis = new Redis(stack.redisUrl);
    expect((await ask(empresa.key)).status).toBe(200);
    await until('it is in Redis', async () => (await redis.exists(cached + empresa.hash)) === 1);
    expect(await redis.ttl(cached + empresa.hash)).toBeLessThanOrEqual(60);
    await revoke();
    // What is left of the minute.
    await redis.pexpire(cached + empresa.hash, 500);
    const elapsedMs = startStopwatch();
    await until('it is refused', async () => (await ask(empresa.key)).status === 401, 5_000);
    expect(elapsedMs()).toBeLessThan(500 + 2_000 + 500);
    redis.disconnect();
  });
});
