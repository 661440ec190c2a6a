import { pairwise } from '@representa/testing';
import { expect, test } from 'vitest';

test('every value meets every value of each other list, in few combinations', () => {
  const [letters, numbers, signs] = [
    ['a', 'b', 'c', 'd', 'e', 'f'],
    [1, 2, 3],
    ['+', '-', '*', '/'],
  ] as const;
  const rows = pairwise<[string, number, string]>(letters, numbers, signs);
  const met = new Set(rows.flatMap(([a, n, s]) => [`${a}${n}`, `${a}${s}`, `${n}${s}`]));
  expect(met.size).toBe(6 * 3 + 6 * 4 + 3 * 4);
  expect(rows.length).toBeLessThan(30);
});
