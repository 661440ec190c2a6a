import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { headers } from '@representa/contracts';
import { startStopwatch, startTestStack, type TestStack, until } from '@representa/testing';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from '../gateway.ts';
import { call } from '../http.ts';
import { startUpstream, type TestUpstream } from '../upstream.ts';

let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let empresa: TestEmpresa;
let other: TestEmpresa;
/** Requests that the service has not answered yet. */
const held: ServerResponse[] = [];

const answer = (response: ServerResponse): void =>
  void response.setHeader('content-type', 'application/json; charset=utf-8').setHeader('content-length', 2).end('{}');

beforeAll(async () => {
  [stack, upstream] = await Promise.all([
    startTestStack(),
    startUpstream(({ url }, response) => {
      if (!url.includes('/changes')) return answer(response);
      held.push(response);
      response.on('close', () => held.splice(held.indexOf(response), 1));
    }),
  ]);
  const { empresas, database } = openEmpresas(stack);
  [empresa, other] = [await createEmpresa(empresas), await createEmpresa(empresas)];
  await database.end();
});
beforeEach(async () => {
  upstream.received.length = 0;
  const origins = [upstream.url];
  const services = { SALES_URL: origins, CATALOG_URL: origins, CLIENTS_URL: origins };
  gateway = await startGateway(stack, { ...services, REQUEST_TIMEOUT_MS: 1_000 });
});
afterEach(() => gateway.close());
afterAll(async () => {
  await upstream.close();
  await stack.stop();
});

const wait = (who: TestEmpresa = empresa, query = 'cursor=x&espera=20') =>
  call(gateway.port, `/api/v1/sales/changes?${query}`, { key: who.key });

test('a request that waits for a change has its wait on top of the usual time', async () => {
  const waiting = wait();
  await until('it waits', () => held.length === 1);
  const told = Number(upstream.received[0]?.headers[headers.timeout]);
  expect(told).toBeGreaterThan(20_000);
  expect(told).toBeLessThanOrEqual(21_000);
  // Its usual time is over.
  expect((await wait(empresa, 'cursor=x')).status).toBe(503);
  for (const response of held) answer(response);
  expect((await waiting).status).toBe(200);
});

test('a HEAD waits as a GET does', async () => {
  const waiting = call(gateway.port, '/api/v1/sales/changes?espera=20', { key: empresa.key, method: 'HEAD' });
  await until('it waits', () => held.length === 1);
  expect(Number(upstream.received[0]?.headers[headers.timeout])).toBeGreaterThan(20_000);
  for (const response of held) response.writeHead(200).end();
  expect((await waiting).status).toBe(200);
});

test.each(['espera=020', 'espera=%32%30'])('%s waits, too: the service reads it as 20', async (query) => {
  const waiting = wait(empresa, query);
  await until('it waits', () => held.length === 1);
  expect(Number(upstream.received[0]?.headers[headers.timeout])).toBeGreaterThan(20_000);
  for (const response of held) answer(response);
  expect((await waiting).status).toBe(200);
});

test('a POST to a feed has the usual time', async () => {
  const posting = call(gateway.port, '/api/v1/sales/changes?espera=20', { key: empresa.key, method: 'POST' });
  await until('it is asked', () => held.length === 1);
  expect(Number(upstream.received[0]?.headers[headers.timeout])).toBeLessThanOrEqual(1_000);
  for (const response of held) answer(response);
  await posting;
});

test.each(['espera=0', 'espera=x', 'espera=', 'espera=26', 'espera=9&espera=9', 'xespera=9', 'espera=9'.toUpperCase()])(
  '%s has the usual time',
  async (query) => {
    const waiting = wait(empresa, query);
    await until('it is asked', () => upstream.received.length === 1);
    expect(Number(upstream.received[0]?.headers[headers.timeout])).toBeLessThanOrEqual(1_000);
    for (const response of held) answer(response);
    await waiting;
  },
);

test.each(['?', '#'])('only the path makes a request one that waits, whatever comes after %s', async (sign) => {
  const waiting = call(gateway.port, `/api/v1/sales${sign}search=/changes?espera=20`, { key: empresa.key });
  await until('it is asked', () => upstream.received.length === 1);
  expect(Number(upstream.received[0]?.headers[headers.timeout])).toBeLessThanOrEqual(1_000);
  for (const response of held) answer(response);
  await waiting;
});

test('so many of a company may wait, without taking anything of its share; others wait as well', async () => {
  const waiting = Array.from({ length: 16 }, () => wait());
  await until('they wait', () => held.length === 16);
  const refused = await wait();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  expect(refused.json).toEqual({ error: 'Requisições simultâneas demais desta empresa' });
  const others = wait(other);
  await until('another company waits too', () => held.length === 17);
  const usual = Array.from({ length: 8 }, () => call(gateway.port, '/api/v1/sales', { key: empresa.key }));
  for (const { status } of await Promise.all(usual)) expect(status).toBe(200);
  for (const response of [...held]) answer(response);
  for (const { status } of await Promise.all([...waiting, others])) expect(status).toBe(200);
});

test('when every connection to the service has one that waits, the next is refused at once', async () => {
  const { empresas, database } = openEmpresas(stack);
  const companies = await Promise.all(Array.from({ length: 16 }, () => createEmpresa(empresas)));
  await database.end();
  const waiting = companies.flatMap((company) => Array.from({ length: 16 }, () => wait(company)));
  await until('they wait', () => held.length === 256);
  const refused = await wait();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect(refused.ms).toBeLessThan(1_000);
  for (const response of [...held]) answer(response);
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  const next = wait();
  await until('the next one may wait', () => held.length === 1);
  for (const response of [...held]) answer(response);
  expect((await next).status).toBe(200);
});

test('a caller that leaves waits no longer', async () => {
  const leaving = Array.from({ length: 16 }, () => {
    const controller = new AbortController();
    const { signal } = controller;
    const url = `${gateway.url}/api/v1/sales/changes?espera=20`;
    fetch(url, { headers: { 'x-api-key': empresa.key }, signal }).catch(() => {});
    return controller;
  });
  await until('they wait', () => held.length === 16);
  for (const controller of leaving) controller.abort();
  await until('the service is told', () => held.length === 0);
  const next = wait();
  await until('the next one may wait', () => held.length === 1);
  for (const response of [...held]) answer(response);
  expect((await next).status).toBe(200);
});

test('a caller that leaves while its key is looked up again does not end the gateway', async () => {
  const admin = postgres(stack.adminUrl, { max: 1, onnotice: () => {} });
  const lock = await admin.reserve();
  const redis = new Redis(stack.redisUrl);
  onTestFinished(async () => {
    await admin.end({ timeout: 0 });
    redis.disconnect();
  });
  const leaving = new AbortController();
  fetch(`${gateway.url}/api/v1/sales/changes?espera=20`, {
    headers: { 'x-api-key': empresa.key },
    signal: leaving.signal,
  }).catch(() => {});
  await until('it waits', () => held.length === 1);
  const elapsedMs = startStopwatch();
  await until('the key is stale in memory', () => elapsedMs() > 2_000);
  await redis.del(`gateway:key:${empresa.hash}`);
  await lock`begin`;
  await lock`lock table gateway.api_key`;
  const lookups = gateway.lookups();
  for (const response of held) answer(response);
  await until('the key is looked up', () => gateway.lookups() > lookups);
  leaving.abort();
  const connections = promisify(gateway.app.server.getConnections.bind(gateway.app.server));
  await until('the gateway has noticed', async () => (await connections()) === 0);
  await lock`rollback`;
  expect((await call(gateway.port, '/api/v1/sales', { key: empresa.key })).status).toBe(200);
});

test('a gateway that is told to end does not wait for them', async () => {
  const waiting = wait();
  await until('it waits', () => held.length === 1);
  const elapsedMs = startStopwatch();
  await gateway.close();
  expect(elapsedMs()).toBeLessThan(5_000);
  expect([(await waiting).status, (await waiting).headers['retry-after']]).toEqual([503, expect.any(String)]);
});
