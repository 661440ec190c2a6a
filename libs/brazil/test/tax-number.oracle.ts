import fc from 'fast-check';
import { digits } from './arbitraries.ts';

/** The place of a character in this row is its value: seven code points lie between 9 and A. */
const row = '0123456789.......ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const alphabet = row.replaceAll('.', '');

export const worth = (character: string): number => row.indexOf(character);

/** Written unlike the code under test: from right to left with growing factors, and 10 × sum mod 11 mod 10 as the digit. */
const checkDigit = (base: string, largestFactor: number): string => {
  let sum = 0;
  let factor = 2;
  for (const character of [...base].reverse()) {
    sum += worth(character) * factor;
    factor = factor === largestFactor ? 2 : factor + 1;
  }
  return String(((sum * 10) % 11) % 10);
};

const complete = (base: string, largestFactor: number): string => {
  const first = base + checkDigit(base, largestFactor);
  return first + checkDigit(first, largestFactor);
};

export const completeCnpj = (base: string): string => complete(base, 9);
export const completeCpf = (base: string): string => complete(base, 11);

export const isOneDigitRepeated = (number: string): boolean => new Set(number).size === 1;

export const numericCnpj = digits(12)
  .map(completeCnpj)
  .filter((number) => !isOneDigitRepeated(number));

export const alphanumericCnpj = fc
  .string({ unit: fc.constantFrom(...alphabet), minLength: 12, maxLength: 12 })
  .map(completeCnpj)
  .filter((number) => !isOneDigitRepeated(number));

export const anyCnpj = fc.oneof(numericCnpj, alphanumericCnpj);

export const anyCpf = digits(9)
  .map(completeCpf)
  .filter((number) => !isOneDigitRepeated(number));

export interface Corruption {
  corrupted: string;
  position: number;
  /** How much more the new character is worth. */
  difference: number;
}

/** The number with one character replaced, in every possible way. */
export const corruptions = (number: string, characters: string): Corruption[] =>
  [...number].flatMap((original, position) =>
    [...characters]
      .filter((character) => character !== original)
      .map((character) => ({
        corrupted: number.slice(0, position) + character + number.slice(position + 1),
        position,
        difference: worth(character) - worth(original),
      })),
  );

export const digitsOnly = '0123456789';
export const digitsAndLetters = alphabet;
