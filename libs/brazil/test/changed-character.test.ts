import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cnpjOrCpf, isCnpj, isCpf } from '../src/tax-number.ts';
import {
  anyCnpj,
  anyCpf,
  completeCnpj,
  completeCpf,
  corruptions,
  digitsAndLetters,
  digitsOnly,
  numericCnpj,
} from './tax-number.oracle.ts';

/**
 * Modulo 11 is blind in a few places, because the remainders 0 and 1 share the check digit 0. A changed character must move the
 * sums of both digits between these two. That takes weights w and w' with w ≡ ±w' (mod 11), which only 5 and 6, and 9 and 2,
 * are; or a weight that is itself 0 (mod 11), as the 11 on a CPF's first digit. Letters bring one more: characters whose values
 * are 11, 22 or 33 apart are the same to the sum.
 */
describe('one changed character', () => {
  const modulo11 = (difference: number): number => ((difference % 11) + 11) % 11;

  it('of a CPF is refused, save where modulo 11 is blind', () => {
    fc.assert(
      fc.property(anyCpf, (number) => {
        const passing = corruptions(number, digitsOnly).filter(({ corrupted }) => isCpf(corrupted));
        for (const { corrupted, position, difference } of passing) {
          const blindInFirst = position === 0 && Math.abs(difference) === 1 && number.at(-2) === '0';
          const blindInBoth = position === 5 && [2, 9].includes(modulo11(difference)) && number.endsWith('00');
          expect([corrupted, blindInFirst || blindInBoth]).toEqual([corrupted, true]);
          expect(corrupted).toBe(completeCpf(corrupted.slice(0, 9)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a CNPJ is refused, save where modulo 11 is blind', () => {
    fc.assert(
      fc.property(anyCnpj, (number) => {
        const passing = corruptions(number, digitsAndLetters).filter(({ corrupted }) => isCnpj(corrupted));
        for (const { corrupted, position, difference } of passing) {
          const shift = modulo11(difference);
          const blindInBoth =
            number.endsWith('00') &&
            ((position === 4 && [5, 6].includes(shift)) || ([0, 8].includes(position) && [2, 9].includes(shift)));
          expect([corrupted, position < 12 && (shift === 0 || blindInBoth)]).toEqual([corrupted, true]);
          expect(corrupted).toBe(completeCnpj(corrupted.slice(0, 12)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('among the digits of a CNPJ whose check digits are not 00 is always refused', () => {
    const numeric = numericCnpj.filter((number) => !number.endsWith('00'));
    fc.assert(
      fc.property(numeric, (number) => corruptions(number, digitsOnly).every(({ corrupted }) => !isCnpj(corrupted))),
    );
  });

  it.each([
    ['first digit of a CPF', '23344556606', '13344556606'],
    ['sixth digit of a CPF', '23383359700', '23383559700'],
    ['first digit of a CNPJ', '11223422162800', '31223422162800'],
    ['fifth digit of a CNPJ', '11223383359700', '11228383359700'],
    ['ninth digit of a CNPJ', '11223383359700', '11223383159700'],
    ['6 and A, which are 11 apart', '12A6C34501DE54', '12AAC34501DE54'],
  ])('can go unnoticed, as the official arithmetic has it: %s', (_where, number, twin) => {
    expect([cnpjOrCpf.safeParse(number).success, cnpjOrCpf.safeParse(twin).success]).toEqual([true, true]);
  });
});
