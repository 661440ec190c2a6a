import { once } from 'node:events';
import { connect } from 'node:net';
import { startRedis } from '@representa/local-stack';
import { connectPostgres } from '@representa/postgres';
import { makeLogger } from '@representa/telemetry';
import { maintenanceUrl } from '@representa/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectRedis } from '../../../gateway/src/redis.ts';
import { makeApp } from '../baseline/app.ts';
import { createDatabase } from '../baseline/database.ts';
import { scenarios } from '../cells.ts';
import { fill } from '../fill/fill.ts';
import { makeRequests } from '../load/requests.ts';
import { nextRequest } from '../load/scenarios.ts';

const block = { first: 1, last: 2, clients: 10, sales: 60 };
const log = makeLogger('test', 'silent');
const stops: (() => Promise<unknown>)[] = [];
let port: number;
/** Sales of each company that earlier scenarios have deleted. */
let deleted = 0;

beforeAll(async () => {
  const serverUrl = maintenanceUrl(inject('postgres').url);
  stops.push(async () => {
    const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
    await admin`drop database if exists baseline with (force)`;
    await admin.end();
  });
  const filled = await createDatabase(serverUrl);
  await fill(filled, [block]);
  const redis = await startRedis();
  stops.push(redis.stop);
  const config = { REQUEST_TIMEOUT_MS: 5_000, MAX_IN_FLIGHT: 100 } as Parameters<typeof makeApp>[0]['config'];
  const database = connectPostgres({
    url: filled.roleUrl,
    schema: 'baseline',
    connections: 2,
    statementTimeoutMs: config.REQUEST_TIMEOUT_MS,
  });
  const app = makeApp({ config, database, redis: connectRedis(redis.url, log), log });
  stops.push(() => app.close());
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

// The baseline uses parts of the gateway: it breaks unnoticed when they change.
test.each(scenarios)('the baseline answers the requests of %s', async (scenario) => {
  const job = { scenario, port, connections: 1, seconds: 1, seed: 1, block, deleted };
  const requests = makeRequests(job);
  const next = nextRequest(scenario, requests);
  for (let i = 0; i < 30; i++) {
    const { text, status } = next?.() ?? {};
    expect(await statusOf(text ?? ''), text).toBe(status);
  }
  deleted = requests.deletedSoFar();
});

const statusOf = async (text: string): Promise<number> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(head.toString('latin1').split(' ')[1]);
};
