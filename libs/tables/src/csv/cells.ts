/** What a column holds that is not text. Text in a cell becomes the value that the same field has in JSON. */
export type CellType = 'number' | 'boolean';

const plain = /^[+-]?\d+(?:[.,]\d+)?$/;
/** By points, commas or spaces, always the same one. */
const grouped = /^[+-]?\d{1,3}([., \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
/** `1.234` is 1234 in Brazil and a decimal elsewhere. `1,234` is not ambiguous: the comma is Brazil's decimal sign. */
const ambiguous = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

const toNumber = (digits: string): number | undefined => {
  const number = Number(digits);
  return Number.isFinite(number) ? number : undefined;
};

/** Without the currency, and blanks around the number. Blanks within it are kept: `10 20` is no number. */
const digitsOf = (text: string): string => text.trim().replace(/^R\$\s*/, '');

/** A number with decimal comma or point, with or without grouping. Undefined when it is none. */
export const parseNumber = (text: string): number | 'ambiguous' | undefined => {
  const written = digitsOf(text);
  if (ambiguous.test(written)) return 'ambiguous';
  if (plain.test(written)) return toNumber(written.replace(',', '.'));
  const separator = grouped.exec(written)?.[1];
  return separator === undefined ? undefined : toNumber(written.replaceAll(separator, '').replace(',', '.'));
};

/** Whether commas group the thousands of a number: `1,234.56`, `1,234,567`. In `1,234` the comma is the decimal sign. */
export const groupsByComma = (text: string): boolean => {
  const written = digitsOf(text);
  return !plain.test(written) && grouped.exec(written)?.[1] === ',';
};

const booleans: Record<string, boolean> = {
  true: true,
  verdadeiro: true,
  sim: true,
  s: true,
  1: true,
  false: false,
  falso: false,
  nao: false,
  n: false,
  0: false,
};

/** Without case and accents. */
export const fold = (text: string): string =>
  text
    .trim()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

export const parseBoolean = (text: string): boolean | undefined => {
  const folded = fold(text);
  return Object.hasOwn(booleans, folded) ? booleans[folded] : undefined;
};
