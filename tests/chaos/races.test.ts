import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fenceReference, type ReferenceKind, renameReference, voidFence } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { silentLog } from '@representa/telemetry';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './api.ts';
import { type Owned, startTestSystem, type TestSystem } from './test-system.ts';

let system: TestSystem;
let asClients: Messaging;
beforeAll(async () => {
  system = await startTestSystem({ gateway: 1, sales: 1, catalog: 1, clients: 2 });
  asClients = connectMessaging({
    url: system.stack.servers.nats.urlFor('clients'),
    process: 'clients',
    log: silentLog,
  });
  await until('connected to NATS', () => asClients.connected);
});
afterAll(async () => {
  await asClients?.close();
  await system?.close();
});
afterEach(async () => {
  await system.nothingPending();
  expect(await system.violations()).toEqual([]);
});

const kinds: readonly ReferenceKind[] = ['client', 'representada'];
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** The subject, and another record for the other reference of a sale. */
const partiesWith = async (subject: Owned): Promise<Record<ReferenceKind, Owned>> => {
  const other = await system.createOwned(subject.kind === 'client' ? 'representada' : 'client');
  return { client: other, representada: other, [subject.kind]: subject };
};

describe.each(kinds)('a %s', (kind) => {
  it('is deleted by exactly one of several concurrent requests', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 15; round++) {
      const subject = await system.createOwned(kind);
      const answers = await Promise.all(times(3, () => system.remove(subject)));
      expect(statuses(answers)).toEqual([200, 404, 404]);
    }
  });

  it.each(['the delete', 'the sales'])(
    'is either deleted or sold when both happen at once, %s first',
    { timeout: 60_000 },
    async (first) => {
      for (let round = 0; round < 15; round++) {
        const subject = await system.createOwned(kind);
        const parties = await partiesWith(subject);
        // A rename registers the record with sales, so the race is decided by a row lock and not by the row's creation.
        await system.rename(subject, 'Conhecido');
        const offsetMs = round % 10;
        const [removed, ...sold] = await Promise.all([
          pause(first === 'the delete' ? 0 : offsetMs).then(() => system.remove(subject)),
          ...times(6, () => pause(first === 'the delete' ? offsetMs : 0).then(() => system.sell(parties))),
        ]);
        const created = sold.filter(({ status }) => status === 201).length;
        expect(await system.salesOf(subject)).toBe(created);
        expect((await system.stateOf(subject)).there, `delete ${removed.status}, ${created} sales`).toBe(created > 0);
        expect(removed.status).toBe(created > 0 ? 409 : 200);
      }
    },
  );
});

describe('a lost answer', () => {
  /** Kills the gateway while the service is suspended in the middle of the request. */
  const loseAnswer = async (
    label: string,
    point: string,
    ask: () => Promise<Answer>,
    suspendedMs: number,
  ): Promise<void> => {
    system.arm(label, `${point}:SIGSTOP`);
    const answering = ask();
    expect(await system.reachesPoint(label, 'SIGSTOP', 2_000)).toBe(true);
    await system.stack.part('gateway-1').kill('SIGKILL');
    expect((await answering).status).toBe('lost');
    await pause(suspendedMs);
    await system.stack.part(label).kill('SIGCONT');
    await system.stack.part('gateway-1').start();
    await system.nothingPending();
  };

  it('to a delete that took effect: the repeated delete is a 404', { timeout: 30_000 }, async () => {
    const subject = await system.createOwned('representada');
    await loseAnswer('catalog-1', 'delete.fenced', () => system.remove(subject), 0);
    expect((await system.untilAnswered(() => system.remove(subject))).status).toBe(404);
    expect((await system.stateOf(subject)).there).toBe(false);
  });

  it('to a delete that was taken back: the repeated delete succeeds', { timeout: 30_000 }, async () => {
    const subject = await system.createOwned('representada');
    await loseAnswer('catalog-1', 'delete.fenced', () => system.remove(subject), 2_500);
    expect(await system.stateOf(subject)).toMatchObject({ there: true, fence_epoch: null });
    expect((await system.untilAnswered(() => system.remove(subject))).status).toBe(200);
  });

  it('to a sale with an Idempotency-Key: the repeated request replays the sale', { timeout: 30_000 }, async () => {
    const subject = await system.createOwned('client');
    const parties = await partiesWith(subject);
    const key = randomUUID();
    await loseAnswer('sales-1', 'sale.created', () => system.sell(parties, key), 0);
    const again = await system.untilAnswered(() => system.sell(parties, key));
    expect([again.status, again.replayed]).toEqual([201, true]);
    expect(await system.salesOf(subject)).toBe(1);
  });
});

describe('a delayed', () => {
  it('message of a finished delete changes nothing', { timeout: 30_000 }, async () => {
    const subject = await system.createOwned('client');
    const parties = await partiesWith(subject);
    const attempt = (epoch: number) => ({ empresa_id: system.company.id, ...subject, epoch });
    const caller = () => ({ deadline: performance.now() + 1_000 });
    const sale = await system.createSale(parties);
    expect((await system.remove(subject)).status).toBe(409);
    expect((await system.removeSale(sale)).status).toBe(200);
    await system.rename(subject, 'Nome novo');

    expect(await asClients.ask(fenceReference, attempt(1), caller())).toEqual({ outcome: 'voided' });
    await asClients.ask(renameReference, { ...attempt(1), nome: 'Nome velho', revision: 0 }, caller());
    expect(await system.stateOf(subject)).toMatchObject({ fence_epoch: null, shown_nome: 'Nome novo' });
    const { status, json } = await system.sell(parties);
    expect(status).toBe(201);

    // Voiding the fence of an older delete does not undo a later delete that took effect.
    expect((await system.removeSale(json.data.id)).status).toBe(200);
    expect((await system.remove(subject)).status).toBe(200);
    await asClients.ask(voidFence, attempt(1), caller());
    expect(await system.stateOf(subject)).toMatchObject({ there: false, fence_epoch: 2 });
  });

  /**
   * One process has sent the statement that removes the record, and its backend is suspended. Another process takes the
   * delete back, and dies after sales has voided the fence. Then the backend executes the statement.
   */
  it('statement of a delete that was taken back removes nothing', { timeout: 60_000 }, async () => {
    const { admin } = system.stack;
    const executed = await watchDeletes(admin);
    // At the second delete the process's only connection has the statement prepared. At the first one the driver would
    // wait for the suspended backend to describe it, and would never send its execution.
    await system.stack.replica('clients-1').restartWith({ DATABASE_CONNECTIONS: '1' });
    system.arm('clients-1', 'delete.fenced:SIGSTOP:2');
    system.arm('clients-2', 'take-back.voided:SIGKILL');
    let subject = await system.createOwned('client');
    let answering = system.remove(subject);
    for (let tries = 1; !(await system.reachesPoint('clients-1', 'SIGSTOP', 500)); tries++) {
      expect(tries, 'clients-1 reaches its fault point').toBeLessThan(10);
      expect((await answering).status).toBe(200);
      // Three requests each time: the two replicas take turns, and with an even number it would always be the other's turn.
      await system.createOwned('client');
      subject = await system.createOwned('client');
      answering = system.remove(subject);
    }
    const backends = await admin<
      { pid: number }[]
    >`select pid from pg_stat_activity where application_name = 'clients-1'`;
    expect(backends).toHaveLength(1);
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
    await system.stack.part('clients-1').kill('SIGCONT');
    expect((await answering).status).toBe(503);
    // Suspended again, because it would open another connection and take the delete back itself.
    await system.stack.part('clients-1').kill('SIGSTOP');
    expect(await system.reachesPoint('clients-2', 'SIGKILL', 10_000)).toBe(true);
    const takenBack = { there: true, delete_pending: true, delete_epoch: 2, fence_epoch: null };
    expect(await system.stateOf(subject)).toMatchObject(takenBack);

    const before = await executed('clients-1');
    for (const { pid } of backends) process.kill(pid, 'SIGCONT');
    await until('the delayed statement has been executed', async () => (await executed('clients-1')) > before);
    expect((await system.stateOf(subject)).there).toBe(true);
    await system.stack.part('clients-1').kill('SIGCONT');
    await system.stack.part('clients-2').start();
    await system.nothingPending();
    expect((await system.untilAnswered(async () => system.sell(await partiesWith(subject)))).status).toBe(201);
  });
});

/**
 * Returns a function that counts the delete statements of a process, also those that removed no row and were rolled back: a sequence
 * keeps what it gave out.
 */
const watchDeletes = async (admin: TestSystem['stack']['admin']) => {
  await admin`
    create function public.note_delete() returns trigger language plpgsql security definer as $$
    begin
      perform nextval(format('public.%I', 'deletes of ' || current_setting('application_name')));
      return null;
    end $$`;
  for (const process of ['clients-1', 'clients-2'])
    await admin`create sequence ${admin(`public.deletes of ${process}`)} minvalue 0`;
  await admin`
    create trigger note_delete before delete on clients.client
    for each statement execute function public.note_delete()`;
  return async (process: string): Promise<number> => {
    const [{ count }] = await admin<[{ count: number }]>`
      select (last_value + is_called::int)::int as count from ${admin(`public.deletes of ${process}`)}`;
    return count;
  };
};
