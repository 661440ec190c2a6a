import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inBursts } from '../src/bursts.ts';

test('what comes about in one turn is taken at its end, in order', async () => {
  const taken: number[] = [];
  const take = inBursts<number>((item) => taken.push(item));
  take(1);
  await Promise.resolve();
  take(2);
  expect(taken).toEqual([]);
  await nextTurn();
  expect(taken).toEqual([1, 2]);
});

test('what a burst brings about is taken in the next turn, once', async () => {
  const taken: number[] = [];
  const take = inBursts<number>((item) => {
    taken.push(item);
    if (item < 3) take(item + 1);
  });
  take(1);
  await nextTurn();
  expect(taken).toEqual([1]);
  await nextTurn();
  expect(taken).toEqual([1, 2]);
  await nextTurn();
  await nextTurn();
  expect(taken).toEqual([1, 2, 3]);
});
