import { randomUUID } from 'node:crypto';
import type { App } from '@representa/service-kit';
import { asEmpresa, clientBody, type ServiceStack, startServiceStack, until } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReplica } from './clients-service.ts';

let stack: ServiceStack;
let superuser: postgres.Sql;

beforeAll(async () => {
  stack = await startServiceStack();
  superuser = postgres(stack.adminUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await superuser.end();
  await stack.stop();
});

const list = (app: App, empresa: string) => app.inject({ url: '/api/v1/clients', headers: asEmpresa(empresa) });
const create = async (app: App, empresa: string): Promise<number> => {
  const payload = clientBody();
  return (await app.inject({ method: 'POST', url: '/api/v1/clients', headers: asEmpresa(empresa), payload }))
    .statusCode;
};

/** Until it is released, each of the company's writes waits in the database, and holds a connection. */
const holdWrites = async (app: App, empresa: string) => {
  expect(await create(app, empresa)).toBe(201);
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const holding = superuser.begin(async (sql) => {
    await sql`select from clients.change_sequence where empresa_id = ${empresa} for update`;
    isHeld = true;
    await released;
  });
  await until('its writes are held', () => isHeld);
  return async () => {
    release();
    await holding;
  };
};

const waitingForLocks = async (): Promise<number> =>
  (
    await superuser`select count(*)::int as n from pg_stat_activity
      where usename = 'clients' and datname = current_database() and wait_event_type = 'Lock'`
  )[0]?.n;

test('a company whose writes wait leaves connections to the others', async () => {
  const app = await startReplica(stack, 4);
  const [heavy, other] = [randomUUID(), randomUUID()];
  const release = await holdWrites(app, heavy);
  const held = Array.from({ length: 20 }, () => create(app, heavy));
  try {
    await until('it has its share of connections', async () => (await waitingForLocks()) >= 3);
    const replies = await Promise.all([list(app, other), list(app, other)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await create(app, other)).toBe(201);
    expect(await waitingForLocks()).toBe(3);
  } finally {
    await release();
  }
  expect(await Promise.all(held)).toEqual(held.map(() => 201));
  await app.close();
});

test('a company with many requests leaves places to the others', async () => {
  const app = await startReplica(stack, 8, 8);
  const [heavy, other] = [randomUUID(), randomUUID()];
  const release = await holdWrites(app, heavy);
  const held = Array.from({ length: 20 }, () => create(app, heavy));
  try {
    await until('its share is under way', async () => (await waitingForLocks()) >= 2);
    expect((await list(app, other)).statusCode).toBe(200);
  } finally {
    await release();
  }
  const statuses = await Promise.all(held);
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(18);
  await app.close();
});
