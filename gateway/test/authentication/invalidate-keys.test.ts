import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@representa/postgres';
import { startStopwatch, type TestStack, until } from '@representa/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/authentication/api-key.ts';
import type { Commands } from '../../src/command/commands.ts';
import { makeCommandInvalidateKeys } from '../../src/command/connect.ts';
import { demoEmpresas } from '../../src/empresas/demo.ts';
import type { EmpresasRepository } from '../../src/empresas/empresas.repository.ts';
import { makeKeysRepository } from '../../src/keys/keys.repository.ts';
import {
  addKey,
  configFor,
  createEmpresa,
  type Gateway,
  makeTestCommands,
  query,
  startGateway,
  type TestEmpresa,
  testCall,
} from '../gateway.ts';
import { call } from '../http.ts';
import { startTwoGateways } from '../system.ts';
import type { TestUpstream } from '../upstream.ts';

let stack: TestStack;
let upstream: TestUpstream;
let gateways: [Gateway, Gateway];
let empresas: EmpresasRepository;
let commands: Commands;
let database: Database;
let stop: () => Promise<void>;
let empresa: TestEmpresa;

beforeAll(async () => {
  ({ stack, upstream, gateways, empresas, database, stop } = await startTwoGateways());
  commands = makeTestCommands(database, makeCommandInvalidateKeys(configFor(stack)));
});
beforeEach(async () => {
  empresa = await createEmpresa(empresas);
});
afterAll(() => stop());

const statuses = async (key: string): Promise<number[]> =>
  (await Promise.all(gateways.map(({ port }) => call(port, '/api/v1/sales', { key })))).map(({ status }) => status);

/** A key that is asked for all the time, so that every cache knows it. */
const keptHot = (key: string) => {
  let isHot = true;
  const heat = async (): Promise<void> => {
    while (isHot) await statuses(key);
  };
  const heating = heat();
  return async () => {
    isHot = false;
    await heating;
  };
};

const expectWithinASecond = async (key: string, status: number): Promise<void> => {
  const elapsedMs = startStopwatch();
  await until('all gateways agree', async () => (await statuses(key)).every((found) => found === status), 1_000);
  expect(elapsedMs()).toBeLessThan(1_000);
  // Nothing that was on its way brings the old answer back.
  for (let count = 0; count < 20; count++) expect(await statuses(key)).toEqual([status, status]);
};

describe('while a key is in use, every gateway knows within a second that', () => {
  test('it is revoked', async () => {
    const coolDown = keptHot(empresa.key);
    await delay(300);
    expect(await statuses(empresa.key)).toEqual([200, 200]);
    await commands['add-key'](empresa.id, { scope: 'admin' });
    expect((await commands.revoke(empresa.key.slice(0, 17))).text).toBe('Revoked the key.');
    await expectWithinASecond(empresa.key, 401);
    await coolDown();
  });

  test('its company is deactivated, and reactivated', async () => {
    const coolDown = keptHot(empresa.key);
    await delay(300);
    expect((await commands.deactivate(empresa.id)).text).toBe(`Deactivated ${empresa.id}.`);
    await expectWithinASecond(empresa.key, 403);
    expect((await commands.reactivate(empresa.id)).text).toBe(`Reactivated ${empresa.id}.`);
    await expectWithinASecond(empresa.key, 200);
    await coolDown();
  });
});

test('a key that was unknown a moment ago is known within seconds of being issued', async () => {
  const key = newApiKey();
  expect(await statuses(key.text)).toEqual([401, 401]);
  await makeKeysRepository(database).issue(testCall(), empresa.id, key, {
    rotulo: 'x',
    escopo: 'write',
    expira_em: null,
  });
  await until('it is known', async () => (await statuses(key.text)).every((status) => status === 200), 7_000);
});

test('one key more does not end the others; revoking one neither', async () => {
  const second = (await commands['add-key'](empresa.id, { scope: 'admin' })).text.match(/rep_live_\w{36}/)?.[0] ?? '';
  expect(await statuses(second)).toEqual([200, 200]);
  await commands.revoke(empresa.key);
  await expectWithinASecond(empresa.key, 401);
  expect(await statuses(second)).toEqual([200, 200]);
});

test('a key ends when it expires, from every cache', async () => {
  const key = await addKey(database, empresa.id);
  await query(database)`
    update api_key set expira_em = now() + interval '1.5 s' where hash = decode(${key.hash}, 'hex')`;
  const coolDown = keptHot(key.text);
  expect(await statuses(key.text)).toEqual([200, 200]);
  await until('both refuse it', async () => (await statuses(key.text)).every((status) => status === 401), 1_600);
  await coolDown();
});

test('asked by a hundred at once, PostgreSQL is asked once', async () => {
  const [gateway] = gateways;
  const before = gateway.lookups();
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => call(gateway.port, '/api/v1/sales', { key: empresa.key })),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(gateway.lookups() - before).toBe(1);
});

test('what one gateway found out, the others read in Redis', async () => {
  const [one, other] = gateways;
  await call(one.port, '/api/v1/sales', { key: empresa.key });
  const before = other.lookups();
  expect((await call(other.port, '/api/v1/sales', { key: empresa.key })).status).toBe(200);
  expect(other.lookups()).toBe(before);
});

test('of a key, only its prefix and its hash are kept', async () => {
  const [row] = await query(database)`
    select prefixo, encode(hash, 'hex') as hash, api_key::text as all from api_key where empresa_id = ${empresa.id}`;
  expect(row).toMatchObject({ prefixo: empresa.key.slice(0, 17), hash: empresa.hash });
  expect(row?.all).not.toContain(empresa.key.slice(17));
});

describe('the demo keys', () => {
  const ask = async ({ port }: Gateway) =>
    (await Promise.all(demoEmpresas.map(({ key }) => call(port, '/api/v1/sales', { key })))).map(
      ({ status }) => status,
    );

  test('work after seeding, once and for all', async () => {
    const [gateway] = gateways;
    expect(await ask(gateway)).toEqual([401, 401, 401, 401]);
    await commands['seed-demo']();
    expect(await ask(gateway)).toEqual([200, 200, 403, 200]);
    await commands['seed-demo']();
    expect(await ask(gateway)).toEqual([200, 200, 403, 200]);
  });

  test('are refused in production, even when they are there', async () => {
    await commands['seed-demo']();
    const production = await startGateway(stack, { NODE_ENV: 'production', SALES_URL: [upstream.url] });
    expect(await ask(production)).toEqual([401, 401, 401, 401]);
    expect(production.lookups()).toBe(0);
    await production.close();
  });
});
