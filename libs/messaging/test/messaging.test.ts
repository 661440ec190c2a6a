import {
  type Call,
  countRepresentadaSales,
  fenceReference,
  findClient,
  findEmpresa,
  findRepresentada,
  keyChanged,
  recordsChanged,
} from '@representa/contracts';
import { reasonOf } from '@representa/telemetry';
import { foundClient, foundEmpresa, foundRepresentada, startStopwatch, until } from '@representa/testing';
import { connect as connectNats } from 'nats';
import { describe, expect, test } from 'vitest';
import { type Messaging, Unavailable } from '../src/index.ts';
import { untilAnswered, useNats } from './nats.ts';

const { nats, connect, connectSilently } = useNats();

/** The client without our library: what an intruder in a process could do. */
const rawConnect = (user: 'gateway' | 'catalog') =>
  connectNats({ port: nats().port, user, pass: new URL(nats().urlFor(user)).password, inboxPrefix: `_INBOX_${user}` });

const address = { empresa_id: '01890000-0000-7000-8000-000000000001', id: '01890000-0000-7000-8000-000000000002' };
const caller = (ms = 1_000) => ({ deadline: performance.now() + ms, traceparent: '00-trace' });
const timed = async (work: Promise<unknown>): Promise<[unknown, number]> => {
  const elapsedMs = startStopwatch();
  const outcome = await work.catch((error) => error);
  return [outcome, elapsedMs()];
};

describe('asking', () => {
  test('nobody there is told in milliseconds', async () => {
    const sales = await connect('sales');
    const [outcome, ms] = await timed(sales.ask(findClient, address, caller()));
    expect(outcome).toBeInstanceOf(Unavailable);
    expect(reasonOf(outcome)).toBe("clients.v1.find-client: no responders: 'clients.v1.find-client'");
    expect(ms).toBeLessThan(500);
  });

  test('an answer comes from one of the replicas, which knows the remaining time and the trace', async () => {
    const sales = await connect('sales');
    const heard: Call[] = [];
    for (const replica of [await connect('clients'), await connect('clients')]) {
      replica.answerBatch(findClient, async (_requests, asked) => {
        heard.push(asked);
        return [foundClient({ revision: 3 })];
      });
    }
    await untilAnswered(() => sales.ask(findClient, address, caller()));
    heard.length = 0;
    expect(await sales.ask(findClient, address, caller(700))).toEqual(foundClient({ revision: 3 }));
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ traceparent: '00-trace', isShared: true });
    expect((heard[0]?.deadline ?? 0) - performance.now()).toBeLessThanOrEqual(700);
  });

  test('only a batch is asked for several companies: other questions count for the share of theirs', async () => {
    const [catalog, sales] = [await connect('catalog'), await connect('sales')];
    const heard: Call[] = [];
    sales.answer(countRepresentadaSales, async (_request, asked) => {
      heard.push(asked);
      return { sales: 0 };
    });
    const { empresa_id } = address;
    await untilAnswered(() => catalog.ask(countRepresentadaSales, address, { ...caller(), empresa_id }));
    expect(heard[0]).toMatchObject({ empresa_id });
    expect(heard[0]?.isShared).toBeUndefined();
  });

  test('a slow, failing or lying answerer is unavailable, at the latest by the deadline', async () => {
    const [sales, clients] = [await connect('sales'), await connect('clients')];
    let answer: () => Promise<never> = () => new Promise(() => {});
    sales.answer(fenceReference, () => answer());
    const attempt = { ...address, kind: 'client', epoch: 1 } as const;
    await until('sales is subscribed', async () => {
      const [, ms] = await timed(clients.ask(fenceReference, attempt, caller(150)));
      return ms >= 100;
    });
    const [slow, ms] = await timed(clients.ask(fenceReference, attempt, caller(200)));
    expect(slow).toBeInstanceOf(Unavailable);
    expect(ms).toBeLessThan(500);
    answer = () => Promise.resolve({ outcome: 'maybe' } as never);
    expect((await timed(clients.ask(fenceReference, attempt, caller())))[0]).toBeInstanceOf(Unavailable);
    answer = () => Promise.reject(new Error('database away'));
    expect((await timed(clients.ask(fenceReference, attempt, caller())))[0]).toBeInstanceOf(Unavailable);
  });

  test('a process is not let in on what its operations do not need', async () => {
    const clients = await connect('clients');
    const [outcome] = await timed(clients.ask(findClient, address, caller(500)));
    expect(outcome).toBeInstanceOf(Unavailable);
  });
});

test('questions go to a process only once it has started to answer', async () => {
  const sales = await connect('sales');
  const early = await connectSilently('gateway');
  early.answer(findEmpresa, async () => foundEmpresa());
  const ask = () => sales.ask(findEmpresa, { empresa_id: address.empresa_id }, caller()).catch(String);
  for (let i = 0; i < 3; i++) expect(await ask()).toMatch(/no responders/i);
  early.startAnswering();
  await until('it answers', async () => typeof (await ask()) !== 'string');
});

test('a process that closes its connection still sends the answers that it has begun', async () => {
  const [asking, going] = [await connect('sales'), await connect('catalog')];
  const ask = () => asking.ask(findRepresentada, { ...address, produtos: [] }, caller());
  let asked = 0;
  const found = foundRepresentada({ nome: 'Aurora' });
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  going.answerBatch(findRepresentada, async (addresses) => {
    asked += 1;
    await released;
    return addresses.map(() => found);
  });
  await until('it is asked', () => {
    ask().catch(() => {});
    return asked > 0;
  });
  const before = asked;
  const answer = ask();
  await until('it works on the answer', () => asked > before);
  const closed = going.close();
  release();
  expect(await answer).toEqual(found);
  await closed;
});

test('a broadcast reaches every other replica', async () => {
  const [sender, ...hearers] = [await connect('gateway'), await connect('gateway'), await connect('gateway')];
  const heard: string[] = [];
  for (const hearer of hearers) hearer.subscribe(keyChanged, ({ key_hashes }) => heard.push(...key_hashes));
  const echoes: string[] = [];
  sender?.subscribe(keyChanged, ({ key_hashes }) => echoes.push(...key_hashes));
  await until('both hear', async () => {
    await sender?.send(keyChanged, { key_hashes: ['a'] });
    return heard.length >= 2;
  });
  expect(echoes).toEqual([]);
});

test('a broadcast that may be lost reaches them too, and is no error without a connection', async () => {
  const [sender, hearer] = [await connect('clients'), await connect('clients')];
  const heard: string[] = [];
  hearer.subscribe(recordsChanged.clients, ({ empresa_id }) => heard.push(empresa_id));
  const { empresa_id } = address;
  await until('it hears', () => {
    sender.publish(recordsChanged.clients, { empresa_id });
    return heard.length > 0;
  });
  const closing = sender.close();
  sender.publish(recordsChanged.clients, { empresa_id });
  await closing;
  sender.publish(recordsChanged.clients, { empresa_id });
});

test('while NATS is away a question fails at once; when it is back, questions are answered again', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  clients.answerBatch(findClient, async (asked) => asked.map(() => foundClient()));
  await nats().stop();
  await until('the loss is noticed', () => !sales.connected);
  const [outcome, ms] = await timed(sales.ask(findClient, address, caller()));
  expect(outcome).toBeInstanceOf(Unavailable);
  // Far from the second that the caller would wait.
  expect(ms).toBeLessThan(500);
  await nats().start();
  await untilAnswered(() => sales.ask(findClient, address, caller()));
}, 30_000);

test('closing does not need NATS', async () => {
  const sales = await connect('sales');
  sales.answer(countRepresentadaSales, async () => ({ sales: 7 }));
  await nats().stop();
  await until('the loss is noticed', () => !sales.connected);
  await sales.close();
  await nats().start();
}, 30_000);

test.each([
  ['answers questions', (sales: Messaging) => sales.answer(countRepresentadaSales, async () => ({ sales: 7 }))],
  ['hears broadcasts', (sales: Messaging) => sales.subscribe(recordsChanged.sales, () => {})],
  ['only asks', () => {}],
])(
  'closing a process that %s does not wait for a NATS that hangs',
  async (_what, use) => {
    const sales = await connect('sales');
    use(sales);
    // Until it has subscribed.
    await new Promise(setImmediate);
    const pid = nats().pid() as number;
    process.kill(pid, 'SIGSTOP');
    const [, ms] = await timed(sales.close()).finally(() => process.kill(pid, 'SIGCONT'));
    // The client notices only after 6 s, and a process has 8 s to shut down.
    expect(ms).toBeLessThan(4_000);
  },
  30_000,
);

test('nobody can have a service answer to a subject that is not an asker’s inbox', async () => {
  const sales = await connect('sales');
  let asked = 0;
  sales.answer(countRepresentadaSales, async () => {
    asked += 1;
    return { sales: 7 };
  });
  const [gateway, catalog] = await Promise.all([rawConnect('gateway'), rawConnect('catalog')]);
  const heard: string[] = [];
  gateway.subscribe(keyChanged.subject, { callback: (_error, message) => void heard.push(message.string()) });
  await gateway.flush();
  const question = JSON.stringify(address);
  const inboxes = ['_INBOX_gateway.x', '_INBOX_catalogue.x', '_INBOX_catalog'];
  for (const reply of [keyChanged.subject, 'catalog.v1.changed', ...inboxes])
    catalog.publish(countRepresentadaSales.subject, question, { reply });
  const answer = await catalog.request(countRepresentadaSales.subject, question, { timeout: 2_000 });
  expect([answer.json(), asked]).toEqual([{ sales: 7 }, 1]);
  await gateway.flush();
  expect(heard).toEqual([]);
  await Promise.all([gateway.close(), catalog.close()]);
});
