import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemTotal, toDecimal, toMicros } from '../src/sales/money.ts';

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
    [3, 0.1, '0.3'],
    [1, 1.005, '1.01'],
    [1, 1.004999, '1'],
    [2.5, 4.39, '10.98'],
    [0.000001, 0.000001, '0'],
    [999_999_999, 0.01, '9999999.99'],
  ])('%d × %d = %s', (quantidade, valorUnitario, total) => {
    expect(toDecimal(itemTotal(toMicros(quantidade), toMicros(valorUnitario)))).toBe(total);
  });

  test('is whole cents, at most half a cent from the exact product, and never below it at the half', () => {
    fc.assert(
      fc.property(written, written, (quantidade, unitario) => {
        const total = itemTotal(quantidade.micros, unitario.micros);
        const exact = quantidade.micros * unitario.micros; // in units of 10⁻¹²
        const difference = total * 1_000_000n - exact;
        expect(total % 10_000n).toBe(0n);
        expect(difference <= 5_000_000_000n && difference > -5_000_000_000n).toBe(true);
      }),
    );
  });
});

describe('toDecimal', () => {
  test('is a JSON number of the same value, without idle zeros', () => {
    fc.assert(
      fc.property(written, ({ number, micros }) => {
        const text = toDecimal(micros);
        expect(JSON.parse(text)).toBe(number);
        expect(text).not.toMatch(/\.\d*0$/);
      }),
    );
  });
});
