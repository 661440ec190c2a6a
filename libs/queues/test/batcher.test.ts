import { callWithin, type Trace } from '@representa/contracts';
import { until } from '@representa/testing';
import { expect, test } from 'vitest';
import { type Batch, makeBatcher } from '../src/index.ts';

interface Running {
  batch: Batch<number>;
  finish(results?: number[]): void;
  fail(error: Error): void;
}

interface Limits {
  maxSize?: number;
  nextBatchAfterMs?: number;
  minMs?: number;
  sizeOf?: (item: number) => number;
}

const setUp = (options: Limits = {}) => {
  const running: Running[] = [];
  const add = makeBatcher<number, number>({
    maxSize: 10,
    sizeOf: () => 1,
    minMs: 0,
    expired: () => new Error('expired'),
    ...options,
    run: (batch) =>
      new Promise((resolve, fail) => {
        running.push({ batch, finish: (results = batch.items.map((item) => item * 10)) => resolve(results), fail });
      }),
  });
  return {
    running,
    add: (item: number, ms = 5_000, key = 'a', trace: Trace = {}) => add(key, { ...callWithin(ms), ...trace }, item),
  };
};

test('a lone item runs at once, and items that arrive meanwhile are the next batch', async () => {
  const { running, add } = setUp();
  const results = [1, 2, 3].map((item) => add(item));
  expect(running.map(({ batch }) => batch.items)).toEqual([[1]]);
  running[0]?.finish();
  await until('the next batch runs', () => running.length === 2);
  expect(running[1]?.batch.items).toEqual([2, 3]);
  running[1]?.finish();
  expect(await Promise.all(results)).toEqual([10, 20, 30]);
});

test('keys do not wait for each other', () => {
  const { running, add } = setUp();
  void add(1, 5_000, 'a');
  void add(2, 5_000, 'b');
  expect(running.map(({ batch: { key, items } }) => [key, items])).toEqual([
    ['a', [1]],
    ['b', [2]],
  ]);
});

test('a batch has the earliest deadline and the first trace of its items', async () => {
  const { running, add } = setUp();
  const traceOf = (n: number): Trace => ({ traceparent: `00-${n}`, empresa_id: `${n}`, request_id: `r${n}` });
  const times = [9_000, 8_000, 3_000, 7_000];
  const results = times.map((ms, n) => add(n, ms, 'a', traceOf(n)));
  running[0]?.finish();
  await until('the next batch runs', () => running.length === 2);
  const { deadline = 0, ...trace } = running[1]?.batch.call ?? {};
  expect(deadline - performance.now()).toBeGreaterThan(1_000);
  expect(deadline - performance.now()).toBeLessThanOrEqual(3_000);
  expect(trace).toEqual(traceOf(1));
  running[1]?.finish();
  await Promise.all(results);
});

test('a batch is at most as large as it may be', async () => {
  const { running, add } = setUp({ maxSize: 2 });
  const results = [1, 2, 3, 4].map((item) => add(item));
  for (const [i, items] of [[1], [2, 3], [4]].entries()) {
    await until('a batch runs', () => running.length === i + 1);
    expect(running[i]?.batch.items).toEqual(items);
    running[i]?.finish();
  }
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
});

test('an item that is too large for any batch runs alone', async () => {
  const { running, add } = setUp({ maxSize: 5, sizeOf: (item) => item });
  const results = [1, 3, 9, 2, 2, 2].map((item) => add(item));
  for (const [i, items] of [[1], [3], [9], [2, 2], [2]].entries()) {
    await until('a batch runs', () => running.length === i + 1);
    expect(running[i]?.batch.items).toEqual(items);
    running[i]?.finish();
  }
  await Promise.all(results);
});

test('a batch that takes long no longer holds up the next one', async () => {
  const { running, add } = setUp({ nextBatchAfterMs: 20 });
  const results = [1, 2, 3].map((item) => add(item));
  await until('the next batch runs', () => running.length === 2);
  expect(running[1]?.batch.items).toEqual([2, 3]);
  running[1]?.finish();
  running[0]?.finish();
  expect(await Promise.all(results)).toEqual([10, 20, 30]);
  void add(4);
  expect(running[2]?.batch.items).toEqual([4]);
});

test('an item whose deadline passes in the queue is rejected then, and is not run', async () => {
  const { running, add } = setUp();
  const first = add(1);
  await expect(add(2, 20)).rejects.toThrow('expired');
  const third = add(3);
  running[0]?.finish();
  await until('the next batch runs', () => running.length === 2);
  expect(running[1]?.batch.items).toEqual([3]);
  running[1]?.finish();
  expect(await Promise.all([first, third])).toEqual([10, 30]);
});

test('an item with hardly any time left is rejected on its own: the batch has the time of the others', async () => {
  const { running, add } = setUp({ minMs: 2_000 });
  const [first, late, third] = [add(1), add(2, 1_000), add(3, 5_000)];
  const rejected = expect(late).rejects.toThrow('expired');
  running[0]?.finish();
  await until('the next batch runs', () => running.length === 2);
  expect(running[1]?.batch.items).toEqual([3]);
  expect((running[1]?.batch.call.deadline ?? 0) - performance.now()).toBeGreaterThan(2_000);
  running[1]?.finish();
  await rejected;
  expect(await Promise.all([first, third])).toEqual([10, 30]);
});

test('an item that waits for nobody runs, however little time it has left', async () => {
  const { running, add } = setUp({ minMs: 2_000 });
  const lone = add(1, 1_000);
  running[0]?.finish();
  expect(await lone).toBe(10);
});

test('a batch that fails rejects its items, and the next one runs', async () => {
  const { running, add } = setUp();
  const [first, second] = [add(1), add(2)];
  running[0]?.fail(new Error('no answer'));
  await expect(first).rejects.toThrow('no answer');
  await until('the next batch runs', () => running.length === 2);
  running[1]?.finish([]);
  await expect(second).rejects.toThrow('0 results for 1 items');
});
