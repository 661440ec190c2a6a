import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromCents,
  fromMicros,
  inCents,
  inReais,
  itemTotal,
  proportion,
  sumOf,
  toCents,
  toMicros,
} from '../src/money.ts';

/** Amounts as people write them: a whole part and up to six decimals. */
const written = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, fraction]) => ({
    number: Number(`${whole}.${String(fraction).padStart(6, '0')}`),
    micros: BigInt(whole) * 1_000_000n + BigInt(fraction),
  }));

describe('toMicros', () => {
  test('takes a number as the decimal that was written', () => {
    fc.assert(
      fc.property(written, ({ number, micros }) => {
        expect(toMicros(number)).toBe(micros);
      }),
    );
  });

  test.each([
    [0.1, 100_000n],
    [1.0000005, 1_000_001n],
    [1.0000004999, 1_000_000n],
    [1e-7, 0n],
    [5e-7, 1n],
    [4.9e-7, 0n],
    [1e21, 10n ** 27n],
    [123456789.987654, 123_456_789_987_654n],
  ])('%d', (number, micros) => expect(toMicros(number)).toBe(micros));
});

describe('itemTotal', () => {
  test.each([
    [3, 0.1, 0.3],
    [1, 1.005, 1.01],
    [1, 1.004999, 1],
    [2.5, 4.39, 10.98],
    [0.000001, 0.000001, 0],
    [999_999_999, 0.01, 9999999.99],
  ])('%d × %d = %d', (quantidade, valorUnitario, total) => {
    expect(fromCents(itemTotal(toMicros(quantidade), toMicros(valorUnitario)))).toBe(total);
  });

  test('is at most half a cent from the exact product, and never below it at the half', () => {
    fc.assert(
      fc.property(written, written, (quantidade, unitario) => {
        const total = itemTotal(quantidade.micros, unitario.micros);
        fc.pre(Number.isSafeInteger(total));
        const exact = quantidade.micros * unitario.micros; // in units of 10⁻¹²
        const difference = BigInt(total) * 10_000_000_000n - exact;
        expect(difference <= 5_000_000_000n && difference > -5_000_000_000n).toBe(true);
      }),
    );
  });
});

describe('proportion', () => {
  test.each([
    [500, 60, 100, 300],
    [1, 1, 2, 1],
    [1, 49, 100, 0],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [7, 3, 0, 0],
    [0, 5, 10, 0],
    // The product has more digits than a double holds.
    [999_999_999_999_999, 999_999_999_999_998, 999_999_999_999_999, 999_999_999_999_998],
  ])('%d × %d ÷ %d = %d', (value, part, whole, result) => expect(proportion(value, part, whole)).toBe(result));
});

describe('cents', () => {
  const max = 999_999_999_999_999;

  test('of an amount of two decimals are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: -max, max: max }), (cents) => {
        expect(toCents(fromCents(cents))).toBe(cents);
      }),
      { numRuns: 10_000 },
    );
  });

  test('of a record: the amounts that are named and that it has', () => {
    const inReal = { valor: 0.29, comissao: 1.15, parcela: 2, base: undefined };
    const cents = { valor: 29, comissao: 115, parcela: 2, base: undefined };
    expect(inCents(inReal, 'valor', 'comissao', 'base')).toStrictEqual(cents);
    expect(inReais(cents, 'valor', 'comissao', 'base')).toStrictEqual(inReal);
  });

  test.each([
    [[0.1, 0.2], 0.3],
    [[1.15, -1.15], 0],
    [[9_999_999_999_999.99, -0.02], 9_999_999_999_999.97],
  ])('the sum of %j is %d', (amounts, sum) => expect(sumOf(amounts)).toBe(sum));
});

describe('a stored amount', () => {
  /** As PostgreSQL writes a numeric: with all decimals of its column. */
  const column = (largestWhole: number, decimals: number) =>
    fc
      .tuple(fc.maxSafeNat(), fc.nat({ max: 10 ** decimals - 1 }))
      .map(([whole, fraction]) => `${whole % (largestWhole + 1)}.${String(fraction).padStart(decimals, '0')}`);
  const withoutIdleZeros = (text: string): string => text.replace(/\.?0+$/, '') || '0';

  test.each([
    ['numeric(15, 2), up to 9,999,999,999,999.99', 9_999_999_999_999, 2],
    ['numeric(15, 6), up to 999,999,999', 999_999_998, 6],
  ])('of %s survives as a number, to the digit', (_name, largestWhole, decimals) => {
    fc.assert(
      fc.property(column(largestWhole, decimals), (text) => {
        expect(JSON.stringify(Number(text))).toBe(withoutIdleZeros(text));
      }),
      { numRuns: 10_000 },
    );
  });

  test('is the number that was computed', () => {
    fc.assert(
      fc.property(written, ({ number, micros }) => {
        expect(fromMicros(micros)).toBe(number);
      }),
    );
    expect(JSON.stringify(fromMicros(9_999_999_999_999_990_000n))).toBe('9999999999999.99');
  });
});
