import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batched } from '../src/batched.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const taken: number[] = [];
  const { add, flush } = batched<number>((items) => taken.push(...items));
  const addMany = (count: number) => {
    for (let i = 1; i <= count; i++) add(i);
  };
  return { taken, addMany, flush };
};

test('a few wait a quarter of a second, from the first one on', () => {
  const { taken, addMany } = setUp();
  addMany(1);
  vi.advanceTimersByTime(200);
  addMany(2);
  expect(taken).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(taken).toEqual([1, 1, 2]);
});

test('many do not wait, and leave no timer behind', () => {
  const { taken, addMany } = setUp();
  addMany(255);
  expect(taken).toEqual([]);
  addMany(1);
  expect(taken).toHaveLength(256);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is left is taken at the end, once', () => {
  const { taken, addMany, flush } = setUp();
  addMany(3);
  flush();
  flush();
  expect(taken).toEqual([1, 2, 3]);
});
