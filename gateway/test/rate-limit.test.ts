import { startTestStack, type TestStack } from '@representa/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRateLimit } from '../src/rate-limit.ts';
import { createEmpresa, type Gateway, openEmpresas, startGateway, type TestEmpresa } from './gateway.ts';
import { call } from './http.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

let stack: TestStack;
let upstream: TestUpstream;
let gateway: Gateway;
let one: TestEmpresa;
let other: TestEmpresa;

beforeAll(async () => {
  [stack, upstream] = await Promise.all([startTestStack(), startUpstream()]);
  const { empresas, database } = openEmpresas(stack);
  [one, other] = [await createEmpresa(empresas), await createEmpresa(empresas)];
  await database.end();
  gateway = await startGateway(stack, { SALES_URL: [upstream.url], RATE_LIMIT_PER_SECOND: 3 });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
  await stack.stop();
});

test('a company that asks too often is told to wait a second; the others notice nothing', async () => {
  const ask = ({ key }: TestEmpresa) => call(gateway.port, '/api/v1/sales', { key });
  await Promise.all([ask(one), ask(other)]);
  const replies = await Promise.all([...Array.from({ length: 20 }, () => ask(one)), ask(other)]);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(14);
  for (const { json, headers } of refused) {
    expect(json).toEqual({ error: 'Limite de requisições excedido' });
    expect([headers['retry-after'], headers['content-type']]).toEqual(['1', 'application/json; charset=utf-8']);
    expect(headers['x-request-id']).toBeDefined();
  }
  expect(replies.at(-1)?.status).toBe(200);
  await new Promise((passed) => setTimeout(passed, 1_050));
  expect((await ask(one)).status).toBe(200);
});

test('each second counts anew', async () => {
  const isTooMuch = makeRateLimit(2);
  // Not across the end of a second.
  await new Promise((passed) => setTimeout(passed, 1_000 - (performance.now() % 1_000) + 5));
  expect(['a', 'a', 'a', 'b', 'a'].map(isTooMuch)).toEqual([false, false, true, false, true]);
  await new Promise((passed) => setTimeout(passed, 1_000));
  expect(isTooMuch('a')).toBe(false);
});
