import { randomUUID } from 'node:crypto';
import { callWithin, readAudit } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { connectPostgres, type Database, sql } from '@representa/postgres';
import { addAudit, makeAuditRepository, makeReadableAudit, makeRemoveOld } from '@representa/records';
import { nilUuid } from '@representa/service-kit';
import { makeLogger, silentLog } from '@representa/telemetry';
import { startTestStack, type TestStack, until } from '@representa/testing';
import fastify from 'fastify';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAuditSources } from '../../src/audit/sources.ts';
import { type ChainHead, verifyChain } from '../../src/command/verify-audit.ts';
import { query } from '../gateway.ts';
import { backdate } from './backdate.ts';

const log = makeLogger('test', 'silent');
const signingKeys = ['a key for tests that is long enough'];
const key = { chave_id: randomUUID(), chave_prefixo: 'rep_live_x', request_id: 'r1', endereco: '203.0.113.7' };

let stack: TestStack;
let database: Database;
let admin: postgres.Sql;
let service: Messaging;
let gateway: Messaging;
let empresa_id: string;

beforeAll(async () => {
  stack = await startTestStack();
  const url = stack.databaseUrl('clients');
  database = connectPostgres({ url, schema: 'clients', connections: 4, statementTimeoutMs: 5_000 });
  admin = postgres(stack.adminUrl, { max: 1, onnotice: () => {} });
  service = connectMessaging({ url: stack.natsUrl('clients'), process: 'clients', log });
  gateway = connectMessaging({ url: stack.natsUrl('gateway'), process: 'gateway', log });
  const config = { AUDIT_SIGNING_KEY: signingKeys };
  const app = fastify();
  addAudit(app, { database, messaging: service, log, config }, 'clients');
  await app.ready();
  service.startAnswering();
  await until('both are connected', () => service.connected && gateway.connected);
});
afterAll(async () => {
  await Promise.all([service.close(), gateway.close()]);
  await database.end({ timeout: 1 });
  await admin.end();
  await stack.stop();
});
beforeEach(() => {
  empresa_id = randomUUID();
});

const takeNumbers = (count: number) => sql`
  numbered as (
    insert into change_sequence as existing (empresa_id, last) values (${empresa_id}, ${count})
      on conflict (empresa_id) do update set last = existing.last + excluded.last returning last
  )`;
const write = async (id: string, operacao = 'criar', caller: object | null = key): Promise<void> => {
  await query(database)`
    with ${takeNumbers(1)}
    select audit(${empresa_id}, last, ${JSON.stringify(caller)}::text::jsonb, ${operacao}, 'clients', ${id}, '{nome}')
    from numbered`;
};
const read = (filters: object = {}) =>
  gateway.ask(readAudit.clients, { empresa_id, limit: 10, ...filters }, callWithin(2_000));
const overNats = () => {
  const audit = makeAuditRepository(database);
  return makeAuditSources({ messaging: gateway, audit, config: {} }).clients;
};
const verify = (known?: ChainHead) =>
  verifyChain({
    audit: overNats(),
    service: 'clients',
    empresa_id,
    known,
    call: () => callWithin(2_000),
  });
/** The process's own way to remove entries, and what it logs. */
const retention = (days = 30, audit = makeAuditRepository(database)) => {
  const errors: object[] = [];
  const removeOld = makeRemoveOld(audit, {
    source: 'clients',
    days,
    keys: signingKeys,
    log: { ...silentLog, error: (fields: object) => void errors.push(fields) },
  });
  return { errors, removeOld: () => removeOld(callWithin(10_000)) };
};
const numbers = (entries: { numero: number }[]): number[] => entries.map(({ numero }) => numero);

describe('entries', () => {
  test('say who did what, when, with which request and from where', async () => {
    await write('c1', 'alterar');
    const { chave_id, chave_prefixo, request_id, endereco } = key;
    expect(await read()).toEqual([
      {
        numero: 1,
        em: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        operacao: 'alterar',
        recurso: 'clients',
        id: 'c1',
        campos: ['nome'],
        chave_id,
        chave_prefixo,
        operador: null,
        request_id,
        endereco,
      },
    ]);
  });

  test('are found by record, key, moment and place, the newest first', async () => {
    for (const id of ['c1', 'c2', 'c1']) await write(id);
    await write('c3', 'criar', { ...key, chave_id: randomUUID() });
    expect(numbers(await read())).toEqual([4, 3, 2, 1]);
    expect(numbers(await read({ recurso: 'clients', id: 'c1' }))).toEqual([3, 1]);
    expect(numbers(await read({ recurso: 'sales' }))).toEqual([]);
    expect(numbers(await read({ chave_id: key.chave_id }))).toEqual([3, 2, 1]);
    expect(numbers(await read({ before: 3, limit: 1 }))).toEqual([2]);
    const [, third] = await read();
    expect(numbers(await read({ de: third?.em }))).toContain(3);
    expect(numbers(await read({ ate: '2020-01-01T00:00:00Z' }))).toEqual([]);
    expect(numbers(await read({ de: '2999-01-01T00:00:00Z' }))).toEqual([]);
  });

  test('of another company are not shown', async () => {
    await write('c1');
    expect(await read({ empresa_id: randomUUID() })).toEqual([]);
  });

  test('of concurrent writers form one chain', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => write(`c${i}`)));
    expect(await verify()).toMatchObject({ ok: true, entries: 40, head: { numero: 40 } });
  });
});

describe('the chain', () => {
  test.each([
    [
      'a changed entry',
      (id: string) => admin`
      update clients.audit_entry set entry = replace(entry, 'c2', 'c9') where empresa_id = ${id} and numero = 2`,
      2,
    ],
    [
      'a removed entry',
      (id: string) => admin`
      delete from clients.audit_entry where empresa_id = ${id} and numero = 2`,
      3,
    ],
    [
      'an entry with another number',
      (id: string) => admin`
      update clients.audit_entry set numero = 9 where empresa_id = ${id} and numero = 3`,
      9,
    ],
    [
      'an entry that is not JSON',
      (id: string) => admin`
      update clients.audit_entry set entry = 'not json' where empresa_id = ${id} and numero = 2`,
      2,
    ],
    [
      'an entry that is not JSON and has the hash of its text',
      (id: string) => admin`
      update clients.audit_entry set entry = 'not json', hash = sha256(before.hash || 'not json')
      from (select hash from clients.audit_entry where empresa_id = ${id} and numero = 1) before
      where empresa_id = ${id} and numero = 2`,
      2,
    ],
    [
      'an entry whose time is none',
      (id: string) => admin`
      update clients.audit_entry set entry = regexp_replace(entry, '"em" : "[^"]*"', '"em" : "no time"')
      where empresa_id = ${id} and numero = 2`,
      2,
    ],
  ])('shows %s', async (_what, tamper, numero) => {
    for (const id of ['c1', 'c2', 'c3']) await write(id);
    expect(await verify()).toMatchObject({ ok: true, entries: 3 });
    await tamper(empresa_id);
    expect(await verify()).toEqual({
      ok: false,
      fault: { service: 'clients', numero, reason: 'the entry does not fit its hash' },
    });
  });

  test.each(["recurso = 'sales'", "registro_id = 'c9'", 'chave_id = null', "em = em - interval '1 day'"])(
    'shows an entry that filters no longer find: %s',
    async (change) => {
      for (const id of ['c1', 'c2']) await write(id);
      await admin.unsafe(`update clients.audit_entry set ${change} where empresa_id = '${empresa_id}' and numero = 2`);
      expect(await verify()).toMatchObject({
        ok: false,
        fault: { numero: 2, reason: 'filters would not find the entry' },
      });
    },
  );

  test('that was written anew does not contain the head that was exported', async () => {
    await write('c1');
    const exported = await verify();
    await admin`delete from clients.audit_entry where empresa_id = ${empresa_id}`;
    await admin`update clients.change_sequence set last = 0 where empresa_id = ${empresa_id}`;
    await write('c2');
    expect(await verify()).toMatchObject({ ok: true });
    const known = exported.ok ? exported.head : undefined;
    expect(await verify(known)).toMatchObject({ ok: false, fault: { reason: 'the head is not in the chain' } });
  });

  test('goes on from a signed checkpoint when old entries were removed', async () => {
    for (const id of ['c1', 'c2', 'c3']) await write(id);
    await backdate(admin, { schema: 'clients', empresa_id, days: (numero) => (numero <= 2 ? 40 : 0) });
    const { removeOld } = retention();
    expect(await removeOld()).toBe(2);
    expect(await removeOld()).toBe(0);
    await write('c4');
    expect(numbers(await read())).toEqual([4, 3]);
    expect(await verify()).toMatchObject({ ok: true, entries: 2, head: { numero: 4 } });

    await admin`update clients.audit_checkpoint set numero = numero - 1 where empresa_id = ${empresa_id}`;
    expect(await verify()).toMatchObject({ ok: false, fault: { reason: 'the signature of the checkpoint is wrong' } });
  });

  test('that was written anew with old times, so that retention removed it, is older than the head that was exported', async () => {
    for (const id of ['c1', 'c2']) await write(id);
    const exported = await verify();
    await write('c3');
    await backdate(admin, { schema: 'clients', empresa_id, days: () => 40 });
    expect(await retention().removeOld()).toBe(3);
    expect(await verify()).toMatchObject({ ok: true, entries: 0 });
    const known = exported.ok ? exported.head : undefined;
    expect(await verify(known)).toMatchObject({
      ok: false,
      fault: { numero: 3, reason: 'the removed entries were older than the head' },
    });
  });

  test('does not contain the head any more when its entry was removed in its time', async () => {
    await write('c1');
    await backdate(admin, { schema: 'clients', empresa_id, days: () => 40 });
    const exported = await verify();
    await write('c2');
    await backdate(admin, { schema: 'clients', empresa_id, days: (numero) => (numero === 2 ? 39 : 0) });
    expect(await retention().removeOld()).toBe(2);
    expect(await verify(exported.ok ? exported.head : undefined)).toMatchObject({ ok: true, entries: 0 });
  });

  test('grows in time, also when the clock was set back and all entries were removed', async () => {
    await admin`truncate clients.audit_entry, clients.audit_checkpoint`;
    await write('c1');
    await backdate(admin, { schema: 'clients', empresa_id, days: () => -2 });
    expect(await retention(-10).removeOld()).toBe(1);
    await write('c2');
    const [entry] = await admin<{ is_late: boolean }[]>`
      select em > now() + interval '1 day' as is_late from clients.audit_entry`;
    expect(entry).toEqual({ is_late: true });
  });

  test('is whole while old entries are being removed between its pages', async () => {
    await query(database)`
      with ${takeNumbers(600)}
      select count(audit(${empresa_id}, n, null, 'criar', 'clients', 'c' || n, '{nome}'))
      from numbered cross join generate_series(last - 599, last) n`;
    const daysOf = (numero: number): number => [520, 550].filter((last) => numero <= last).length * 10;
    await backdate(admin, { schema: 'clients', empresa_id, days: daysOf });
    const audit = makeAuditRepository(database);
    /** Removes entries up to 520 after the first page, and up to 550 after the second. */
    const removals = [15, 5];
    const thenRemove = async <Result>(statement: Promise<Result>): Promise<Result> => {
      const result = await statement;
      const days = removals.shift();
      if (days !== undefined) {
        const { removeOld } = retention(days);
        while ((await removeOld()) > 0);
      }
      return result;
    };
    const racing: typeof audit = {
      ...audit,
      readChain: (...question) => thenRemove(audit.readChain(...question)),
    };
    const verified = await verifyChain({
      audit: makeReadableAudit(racing, 'clients', signingKeys),
      service: 'clients',
      empresa_id,
      call: () => callWithin(5_000),
    });
    expect([verified, removals]).toEqual([{ ok: true, entries: expect.any(Number), head: expect.anything() }, []]);
    expect(verified).toMatchObject({ head: { numero: 600 } });
  });
});

describe('a round of retention', () => {
  const companies = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);

  beforeEach(async () => {
    await admin`truncate clients.audit_entry, clients.audit_checkpoint`;
    for (empresa_id of companies) {
      await write('c1');
      await backdate(admin, { schema: 'clients', empresa_id, days: () => 40 });
    }
  });

  test('goes on after the last company whose entries were removed', async () => {
    const audit = makeAuditRepository(database);
    const positions: string[] = [];
    const counting: typeof audit = {
      ...audit,
      findOld: (call, before, after) => {
        positions.push(after);
        return audit.findOld(call, before, after);
      },
    };
    const { removeOld } = retention(30, counting);
    for (const removed of [1, 1, 1, 0]) expect(await removeOld()).toBe(removed);
    const [first, second, third] = companies;
    expect(positions).toEqual([nilUuid, first, second, third]);
    expect(await removeOld()).toBe(0);
    expect(positions.slice(4)).toEqual([nilUuid]);
  });

  test('finds old entries behind a thousand companies that have none', async () => {
    await admin`
      insert into clients.audit_entry (empresa_id, numero, em, recurso, registro_id, entry, hash)
      select lpad(n::text, 32, '0')::uuid, 1, now(), 'clients', 'c1', '{}', '' from generate_series(1, 2500) n`;
    const { removeOld, errors } = retention();
    for (const removed of [1, 1, 1, 0]) expect(await removeOld()).toBe(removed);
    expect(errors).toEqual([]);
  });
});

describe('entries are kept and an error names one of them', () => {
  beforeEach(async () => {
    await admin`truncate clients.audit_entry, clients.audit_checkpoint`;
    for (const id of ['c1', 'c2', 'c3']) await write(id);
  });

  const isOld = () => backdate(admin, { schema: 'clients', empresa_id, days: () => 40 });
  const expectRefused = async (numero: number, reason: string) => {
    const { removeOld, errors } = retention();
    expect(await removeOld()).toBe(0);
    expect(errors).toEqual([{ service: 'clients', companies: 1, entries: [{ empresa_id, numero, reason }] }]);
    expect(numbers(await admin`select numero::int from clients.audit_entry order by numero`)).toEqual([1, 2, 3]);
  };

  test('when they only look old', async () => {
    await admin`update clients.audit_entry set em = now() - interval '5 years'`;
    await expectRefused(1, 'filters would not find the entry');
    expect(await admin`select from clients.audit_checkpoint`).toHaveLength(0);
  });

  test('when one was changed', async () => {
    await isOld();
    await admin`update clients.audit_entry set entry = replace(entry, 'c2', 'c9') where numero = 2`;
    await expectRefused(2, 'the entry does not fit its hash');
  });

  test('when one has a time that cannot be read, and the hash of it', async () => {
    await isOld();
    await admin`update clients.audit_entry set entry = regexp_replace(entry, '"em" : "[^"]*"', '"em" : "long ago"')`;
    await admin`update clients.audit_entry set hash = sha256(convert_to(entry, 'UTF8')) where numero = 1`;
    await expectRefused(1, 'filters would not find the entry');
  });

  test('when somebody else wrote the checkpoint', async () => {
    await isOld();
    await admin`
      insert into clients.audit_checkpoint (empresa_id, numero, hash, em, signature)
      select empresa_id, 1, hash, '', '' from clients.audit_entry where numero = 1`;
    await expectRefused(1, 'the signature of the checkpoint is wrong');
  });

  test('once a round, while those of other companies are removed', async () => {
    await admin`update clients.audit_entry set em = now() - interval '5 years'`;
    const [tampered, whole] = [empresa_id, 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
    empresa_id = whole;
    for (const id of ['c1', 'c2']) await write(id);
    await isOld();
    const { removeOld, errors } = retention();
    expect([await removeOld(), errors]).toEqual([2, []]);
    expect(await removeOld()).toBe(0);
    expect(errors).toMatchObject([{ companies: 1, entries: [{ empresa_id: tampered, numero: 1 }] }]);
    expect(await removeOld()).toBe(0);
    expect(errors).toHaveLength(2);
    expect(await verify()).toMatchObject({ ok: true, entries: 0, head: { numero: 2 } });
  });
});

test('only entries before the first young one are removed, however old the next ones are', async () => {
  for (const id of ['c1', 'c2', 'c3']) await write(id);
  await backdate(admin, { schema: 'clients', empresa_id, days: (numero) => (numero === 2 ? 0 : 40) });
  const { removeOld } = retention();
  expect(await removeOld()).toBe(1);
  expect(numbers(await read())).toEqual([3, 2]);
});
