import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { representadaBody, until } from '@representa/testing';
import { action } from '@representa/testing/commission-actions';
import { type Send, startHistory } from '@representa/testing/commission-model';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, isUncertain } from './api.ts';
import { type Company, createCompany } from './companies.ts';
import { startTestSystem, type TestSystem } from './test-system.ts';

const count = 1_000;

const importable = {
  clients: {
    service: 'clients-1',
    table: 'clients.client',
    staged: 'clients.import_row',
    header: 'codigo;nome;email;telefone;cidade;estado',
    line: (n: number, company: Company) => `C${n};Mercado ${n};c${n}@${company.id}.com.br;11987654321;Lins;SP`,
  },
  products: {
    service: 'catalog-1',
    table: 'catalog.product',
    staged: 'catalog.import_row',
    header: 'id;nome;preco',
    line: (n: number, company: Company) => `${company.id}-${n};Produto ${n};1,5`,
  },
};
type Resource = keyof typeof importable;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ gateway: 1, sales: 1, catalog: 1, clients: 1 });
});
afterAll(() => system?.close());

const makeCompany = (): Promise<Company> => createCompany(system.stack.servers, 'Importadora');

const fileOf = (resource: Resource, company: Company): string => {
  const { header, line } = importable[resource];
  return [header, ...Array.from({ length: count }, (_, n) => line(n, company)), ''].join('\n');
};

const countOf = async (table: string, company?: Company): Promise<number> => {
  const { admin } = system.stack;
  const [{ n }] = await admin<[{ n: number }]>`
    select count(*) as n from ${admin(table)} ${company ? admin`where empresa_id = ${company.id}` : admin``}`;
  return n;
};

/** A request whose body is sent piece by piece. The status is undefined if the connection breaks. */
const beginImport = (
  resource: Resource,
  company: Company,
): { sending: ClientRequest; status: Promise<number | undefined> } => {
  const sending = request(`${system.stack.gateways[0]}/api/v1/${resource}/import`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': company.key, 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
  });
  const status = once(sending, 'response').then(
    ([response]: IncomingMessage[]) => response?.resume().statusCode,
    () => undefined,
  );
  sending.on('error', () => {});
  return { sending, status };
};

const importWhole = (resource: Resource, company: Company): Promise<number | undefined> => {
  const { sending, status } = beginImport(resource, company);
  sending.end(fileOf(resource, company));
  return status;
};

/** Sends a file without its end, and waits until rows of it are staged. */
const stageHalf = async (resource: Resource, company: Company) => {
  const before = await countOf(importable[resource].staged);
  const half = beginImport(resource, company);
  half.sending.write(fileOf(resource, company));
  await until('rows are staged', async () => (await countOf(importable[resource].staged)) > before);
  return half;
};

const expectNothingWritten = async (resource: Resource, company: Company): Promise<void> =>
  expect(await countOf(importable[resource].table, company)).toBe(0);

/** A restarted process needs a moment until the gateway asks it again. */
const expectRepeatSucceeds = async (resource: Resource, company: Company): Promise<void> => {
  await until('the repeated import is answered', async () => (await importWhole(resource, company)) === 200, 20_000);
  expect(await countOf(importable[resource].table, company)).toBe(count);
};

describe.each(['clients', 'products'] as const)('an import of %s', (resource) => {
  const { service } = importable[resource];

  it('whose service is killed while it reads the file', { timeout: 60_000 }, async () => {
    const company = await makeCompany();
    const { sending, status } = await stageHalf(resource, company);
    await system.stack.part(service).kill('SIGKILL');
    expect([503, undefined]).toContain(await status);
    sending.destroy();
    await system.stack.part(service).start();
    await expectNothingWritten(resource, company);
    await expectRepeatSucceeds(resource, company);
  });

  it('whose service is killed while it writes', { timeout: 60_000 }, async () => {
    const company = await makeCompany();
    const { admin } = system.stack;
    const table = admin(importable[resource].table);
    const merges = (): Promise<{ wait_event: string | null }[]> => admin`
      select wait_event from pg_stat_activity where state = 'active' and query like '%import_rows(%'
        and pid <> pg_backend_pid()`;
    await admin`
      create or replace function public.rest() returns trigger language plpgsql as $$
      begin perform pg_sleep(4); return null; end $$`;
    await admin`grant usage on schema public to public`;
    onTestFinished(() => admin`drop trigger if exists rest on ${table}`.then(() => {}));
    await admin`create trigger rest before insert on ${table} for each statement execute function public.rest()`;
    const status = importWhole(resource, company);
    await until('the merge has begun', async () => (await merges())[0]?.wait_event === 'PgSleep');
    await system.stack.part(service).kill('SIGKILL');
    expect([503, undefined]).toContain(await status);
    await until('the merge has ended', async () => (await merges()).length === 0);
    await expectNothingWritten(resource, company);
    await admin`drop trigger rest on ${table}`;
    await system.stack.part(service).start();
    await expectRepeatSucceeds(resource, company);
  });

  it('whose caller goes away', { timeout: 60_000 }, async () => {
    const company = await makeCompany();
    const { staged } = importable[resource];
    const before = await countOf(staged);
    const { sending } = await stageHalf(resource, company);
    sending.destroy();
    await until('the staged rows are removed', async () => (await countOf(staged)) <= before);
    await expectNothingWritten(resource, company);
    await expectRepeatSucceeds(resource, company);
  });
});

it('an import whose gateway is killed', { timeout: 60_000 }, async () => {
  const company = await makeCompany();
  const { status } = await stageHalf('clients', company);
  const before = await countOf('clients.import_row');
  await system.stack.part('gateway-1').kill('SIGKILL');
  expect(await status).toBeUndefined();
  await until('the staged rows are removed', async () => (await countOf('clients.import_row')) < before);
  await expectNothingWritten('clients', company);
  await system.stack.part('gateway-1').start();
  await expectRepeatSucceeds('clients', company);
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

it('commissions keep every cent over histories at a time while sales is killed', { timeout: 300_000 }, async () => {
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
  const admin = postgres(system.stack.servers.postgres.url, { max: 1, onnotice: () => {} });
  onTestFinished(() => admin.end());
  for (const lane of lanes) await lane.check(admin);
  expect(await system.violations()).toEqual([]);
});
