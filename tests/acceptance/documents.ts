import { randomInt } from 'node:crypto';

/** Check digits as the Receita Federal publishes them. Independent of the product's own code. */
const digitOf = (characters: string, weights: number[]): string => {
  const sum = [...characters].reduce((total, one, i) => total + (one.charCodeAt(0) - 48) * (weights[i] ?? 0), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const withCheckDigits = (base: string): string => {
  const first = base + digitOf(base, firstWeights);
  return first + digitOf(first, [6, ...firstWeights]);
};

const pick = (alphabet: string): string => alphabet[randomInt(alphabet.length)] ?? '0';
const characters = (alphabet: string): string => Array.from({ length: 12 }, () => pick(alphabet)).join('');

export const randomCnpj = (): string => withCheckDigits(characters('0123456789'));
export const randomAlphanumericCnpj = (): string =>
  withCheckDigits(`A1${characters('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ').slice(2)}`);

export const punctuated = (cnpj: string): string => cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');

/** The same number with a wrong check digit. */
export const withWrongDigit = (document: string): string =>
  `${document.slice(0, -1)}${(Number(document.at(-1)) + 1) % 10}`;
