import { randomUUID } from 'node:crypto';
import { representadaBody, until } from '@representa/testing';
import { action, type Send, startHistory } from '@representa/testing/commission-model';
import fc from 'fast-check';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, isUncertain } from './api.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

let system: TestSystem;
let admin: Sql;
beforeAll(async () => {
  system = await startTestSystem({ gateway: 1, sales: 1, catalog: 1, clients: 1 });
  admin = postgres(system.stack.servers.postgres.url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await admin?.end();
  await system?.close();
});

/** Repeats a request until its outcome is certain. What an unheard answer has deleted is gone. */
const send: Send = async (method, path, body) => {
  const idempotencyKey = method === 'POST' ? randomUUID() : undefined;
  const ask = (): Promise<Answer> => system.ask({ method, path, idempotencyKey, ...(body && { body }) });
  let answer = await ask();
  let wasLost = false;
  // A key of which the first request still runs is a 409.
  const isOpen = ({ status, json }: Answer): boolean =>
    isUncertain(status) || (wasLost && status === 409 && /Idempotency-Key/i.test(json.error));
  await until(
    'a certain answer',
    async () => {
      if (!isOpen(answer)) return true;
      wasLost = true;
      answer = await ask();
      return !isOpen(answer);
    },
    30_000,
  );
  const isGone = wasLost && method === 'DELETE' && answer.status === 404;
  return { status: isGone ? 200 : Number(answer.status), data: answer.json.data };
};

/** A representada with sales of its own, in the company of all the others. */
const startLane = async (rate: number) => {
  const cliente = (await system.createOwned('client')).id;
  const body = { ...representadaBody(), comissao: rate / 1_000_000 };
  const { data } = await send('POST', '/representadas', body);
  return startHistory({ empresa: system.company.id, cliente, representada: data.id, rate }, send);
};

const rates = [5_000_000, 7_777_777, 100_000_000, 1, 3_333_333, 0];
const steps = 24;
const kills = 5;

it('keeps every cent over histories at a time while sales is killed', { timeout: 300_000 }, async () => {
  const lanes = await Promise.all(rates.map(startLane));
  const histories = fc.sample(fc.array(action, { minLength: steps, maxLength: steps }), lanes.length);
  const sales = system.stack.part('sales-1');
  let done = 0;
  let killed = 0;
  let restarting: Promise<void> = Promise.resolve();
  const each = Math.floor((lanes.length * steps) / (kills + 1));
  /** In mid-history: the other lanes have requests under way. */
  const killInTurn = (): void => {
    done += 1;
    if (done % each !== 0 || killed === kills) return;
    killed += 1;
    restarting = restarting.then(async () => {
      await sales.kill('SIGKILL');
      await sales.start();
    });
  };
  await Promise.all(
    lanes.map(async (lane, i) => {
      for (const step of histories[i] ?? []) {
        await lane.act(step);
        killInTurn();
      }
    }),
  );
  await restarting;
  expect(killed).toBe(kills);
  for (const lane of lanes) await lane.check(admin);
  expect(await system.violations()).toEqual([]);
});
