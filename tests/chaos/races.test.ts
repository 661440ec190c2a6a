import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fenceReference, type ReferenceKind, renameReference, voidFence } from '@representa/contracts';
import { connectMessaging, type Messaging } from '@representa/messaging';
import { until } from '@representa/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './api.ts';
import { type Owned, openScene, type Scene } from './scene.ts';

let scene: Scene;
let asClients: Messaging;
beforeAll(async () => {
  scene = await openScene({ gateway: 1, sales: 1, catalog: 1, clients: 2 });
  const log = { warn: () => {}, info: () => {} };
  asClients = connectMessaging({ url: scene.stack.servers.nats.urlFor('clients'), process: 'clients', log });
  await until('connected to NATS', () => asClients.connected);
});
afterAll(async () => {
  await asClients?.close();
  await scene?.close();
});
afterEach(async () => {
  await scene.nothingPending();
  expect(await scene.violations()).toEqual([]);
});

const kinds: readonly ReferenceKind[] = ['client', 'representada'];
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** Others that the sales under test need. */
const partiesWith = async (subject: Owned): Promise<Record<ReferenceKind, Owned>> => {
  const other = await scene.createOwned(subject.kind === 'client' ? 'representada' : 'client');
  return { client: other, representada: other, [subject.kind]: subject };
};

describe.each(kinds)('a %s', (kind) => {
  it('deleted by several at once is deleted by one of them', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 15; round++) {
      const subject = await scene.createOwned(kind);
      const answers = await Promise.all(times(3, () => scene.remove(subject)));
      expect(statuses(answers)).toEqual([200, 404, 404]);
    }
  });

  it.each(['the delete', 'the sales'])(
    'deleted while sales of it are made, %s first: either, not both',
    { timeout: 60_000 },
    async (first) => {
      for (let round = 0; round < 40; round++) {
        const subject = await scene.createOwned(kind);
        const parties = await partiesWith(subject);
        // Sales knows it already: then it is the lock on its row, not the making of it, that keeps the two apart.
        await scene.rename(subject, 'Conhecido');
        const offsetMs = round % 10;
        const [removed, ...sold] = await Promise.all([
          pause(first === 'the delete' ? 0 : offsetMs).then(() => scene.remove(subject)),
          ...times(6, () => pause(first === 'the delete' ? offsetMs : 0).then(() => scene.sell(parties))),
        ]);
        const made = sold.filter(({ status }) => status === 201).length;
        expect(await scene.salesOf(subject)).toBe(made);
        expect((await scene.stateOf(subject)).there, `delete ${removed.status}, ${made} sales`).toBe(made > 0);
        expect(removed.status).toBe(made > 0 ? 409 : 200);
      }
    },
  );
});

describe('an answer that is lost', () => {
  /** The service is in the middle of it when the gateway dies. */
  const loseAnswer = async (
    label: string,
    point: string,
    ask: () => Promise<Answer>,
    thenMs: number,
  ): Promise<void> => {
    await scene.arm(label, `${point}:SIGSTOP`);
    const answering = ask();
    expect(await scene.isAtItsPoint(label, 'SIGSTOP', 2_000)).toBe(true);
    await scene.stack.part('gateway-1').kill('SIGKILL');
    expect((await answering).status).toBe('lost');
    await pause(thenMs);
    await scene.stack.part(label).kill('SIGCONT');
    await scene.stack.part('gateway-1').start();
    await scene.nothingPending();
  };

  it('to a delete that went through: the same again finds nothing', { timeout: 30_000 }, async () => {
    const subject = await scene.createOwned('representada');
    await loseAnswer('catalog-1', 'delete.fenced', () => scene.remove(subject), 0);
    expect((await scene.untilAnswered(() => scene.remove(subject))).status).toBe(404);
    expect((await scene.stateOf(subject)).there).toBe(false);
  });

  it('to a delete that was taken back: the same again deletes', { timeout: 30_000 }, async () => {
    const subject = await scene.createOwned('representada');
    await loseAnswer('catalog-1', 'delete.fenced', () => scene.remove(subject), 2_500);
    expect(await scene.stateOf(subject)).toMatchObject({ there: true, fence_epoch: null });
    expect((await scene.untilAnswered(() => scene.remove(subject))).status).toBe(200);
  });

  it('to a sale with a key: the same again gives that sale', { timeout: 30_000 }, async () => {
    const subject = await scene.createOwned('client');
    const parties = await partiesWith(subject);
    const key = randomUUID();
    await loseAnswer('sales-1', 'sale.created', () => scene.sell(parties, key), 0);
    const again = await scene.untilAnswered(() => scene.sell(parties, key));
    expect([again.status, again.replayed]).toEqual([201, true]);
    expect(await scene.salesOf(subject)).toBe(1);
  });
});

describe('what comes late', () => {
  it('a message of an attempt that is over changes nothing', { timeout: 30_000 }, async () => {
    const subject = await scene.createOwned('client');
    const parties = await partiesWith(subject);
    const attempt = (epoch: number) => ({ empresa_id: scene.company.id, ...subject, epoch });
    const caller = () => ({ deadline: performance.now() + 1_000 });
    const sale = await scene.createSale(parties);
    expect((await scene.remove(subject)).status).toBe(409);
    expect((await scene.removeSale(sale)).status).toBe(200);
    await scene.rename(subject, 'Nome novo');

    expect(await asClients.ask(fenceReference, attempt(1), caller())).toEqual({ outcome: 'voided' });
    await asClients.ask(renameReference, { ...attempt(1), nome: 'Nome velho', revision: 0 }, caller());
    expect(await scene.stateOf(subject)).toMatchObject({ fence_epoch: null, shown_nome: 'Nome novo' });
    const { status, json } = await scene.sell(parties);
    expect(status).toBe(201);

    // Nor does the voiding of an old attempt when a later one went through.
    expect((await scene.removeSale(json.data.id)).status).toBe(200);
    expect((await scene.remove(subject)).status).toBe(200);
    await asClients.ask(voidFence, attempt(1), caller());
    expect(await scene.stateOf(subject)).toMatchObject({ there: false, fence_epoch: 2 });
  });

  /**
   * One process has sent the statement that removes the record, and the database does not get to it. Another takes the
   * delete back, and dies when sales has voided the fence. Then the statement is carried out.
   */
  it('a statement of an attempt that was taken back removes nothing', { timeout: 120_000 }, async () => {
    const { admin } = scene.stack;
    await scene.arm('clients-1', 'delete.fenced:SIGSTOP', { DATABASE_CONNECTIONS: '1' });
    let subject = await scene.createOwned('client');
    let answering = scene.remove(subject);
    while (!(await scene.isAtItsPoint('clients-1', 'SIGSTOP', 500))) {
      expect((await answering).status).toBe(200);
      // Three requests each time: the replicas take turns, and with two it would be the other one's for ever.
      await scene.createOwned('client');
      subject = await scene.createOwned('client');
      answering = scene.remove(subject);
    }
    const backends = await admin<
      { pid: number }[]
    >`select pid from pg_stat_activity where application_name = 'clients-1'`;
    expect(backends).toHaveLength(1);
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
    await scene.stack.part('clients-1').kill('SIGCONT');
    await scene.arm('clients-2', 'take-back.voided:SIGKILL');
    expect((await answering).status).toBe(503);
    // Or it would open another connection, and take the delete back itself.
    await scene.stack.part('clients-1').kill('SIGSTOP');
    expect(await scene.isAtItsPoint('clients-2', 'SIGKILL', 10_000)).toBe(true);
    const takenBack = { there: true, delete_pending: true, delete_epoch: 2, fence_epoch: null };
    expect(await scene.stateOf(subject)).toMatchObject(takenBack);

    for (const { pid } of backends) process.kill(pid, 'SIGCONT');
    const lastQuery = async (): Promise<string> => {
      const [{ query }] = await admin<
        [{ query: string }]
      >`select query from pg_stat_activity where pid = ${backends[0]?.pid ?? 0}`;
      return query;
    };
    await until(
      'the statement was carried out',
      async () => !(await lastQuery()).includes('delete_epoch + 1, delete_pending'),
    );
    expect((await scene.stateOf(subject)).there).toBe(true);
    await scene.stack.part('clients-1').kill('SIGCONT');
    await Promise.all([scene.disarm('clients-1'), scene.disarm('clients-2')]);
    await scene.nothingPending();
    expect((await scene.untilAnswered(async () => scene.sell(await partiesWith(subject)))).status).toBe(201);
  });
});
