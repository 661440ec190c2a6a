import { findClient } from '@representa/contracts';
import { foundClient, startStopwatch } from '@representa/testing';
import { expect, test } from 'vitest';
import { type Messaging, Unavailable } from '../src/index.ts';
import { untilAnswered, useNats } from './nats.ts';

const { connect } = useNats();

const empresa_id = '01890000-0000-7000-8000-000000000000';
const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const clientOf = (id: string) => foundClient({ nome: id });
const ask = (sales: Messaging, n: number, ms = 1_000) =>
  sales.ask(findClient, { empresa_id, id: idOf(n) }, { deadline: performance.now() + ms });

const slowly = async (clients: Messaging, ms: number): Promise<void> =>
  clients.answerBatch(findClient, async (addresses) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return addresses.map(({ id }) => clientOf(id));
  });

test('questions that queue while others are under way share a message, and each gets its own answer', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  const sizes: number[] = [];
  clients.answerBatch(findClient, async (addresses) => {
    sizes.push(addresses.length);
    return addresses.map(({ id }) => (id === idOf(7) ? null : clientOf(id)));
  });
  await untilAnswered(() => ask(sales, 0));
  sizes.length = 0;
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const answers = await Promise.all(numbers.map((n) => ask(sales, n)));
  expect(answers).toEqual(numbers.map((n) => (n === 7 ? null : clientOf(idOf(n)))));
  expect(sizes.length).toBeLessThan(20);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
});

test('a batch without an answer does not hold up the others', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  clients.answerBatch(findClient, async (addresses) => {
    if (addresses.some(({ id }) => id === idOf(13))) await new Promise(() => {});
    return addresses.map(({ id }) => clientOf(id));
  });
  await untilAnswered(() => ask(sales, 0));
  const lost = ask(sales, 13).catch((error) => error);
  await new Promise((resolve) => setTimeout(resolve, 10));
  const elapsedMs = startStopwatch();
  expect(await ask(sales, 1)).toEqual(clientOf(idOf(1)));
  expect(elapsedMs()).toBeLessThan(500);
  expect(await lost).toBeInstanceOf(Unavailable);
});

test('a question whose deadline passes in the queue is told so then; the others get their answers', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  await slowly(clients, 400);
  await untilAnswered(() => ask(sales, 0));
  const elapsedMs = startStopwatch();
  const first = ask(sales, 1);
  const [hurried, patient] = await Promise.allSettled([ask(sales, 5, 20), ask(sales, 6, 2_000)]);
  expect(hurried).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
  expect(patient).toMatchObject({ status: 'fulfilled', value: clientOf(idOf(6)) });
  expect(elapsedMs()).toBeLessThan(1_500);
  await first;
});

test('a question with hardly any time left is refused, and does not fail the others of its batch', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  await slowly(clients, 120);
  await untilAnswered(() => ask(sales, 0));
  const first = ask(sales, 1);
  const [hurried, patient] = await Promise.allSettled([ask(sales, 5, 130), ask(sales, 6, 2_000)]);
  expect(hurried).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
  expect(patient).toMatchObject({ status: 'fulfilled', value: clientOf(idOf(6)) });
  await first;
});

test('fewer answers than questions are a failure', async () => {
  const [sales, clients] = [await connect('sales'), await connect('clients')];
  let answers = (ids: string[]) => ids.map(clientOf);
  clients.answerBatch(findClient, async (addresses) => answers(addresses.map(({ id }) => id)));
  await untilAnswered(() => ask(sales, 0));
  answers = () => [];
  expect(await ask(sales, 1).catch((error) => error)).toBeInstanceOf(Unavailable);
});
