import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { invalidPhone } from './brazil.errors.ts';

const countryCode = '+55';

/** Separators between digits, and the invisible direction marks that address books add. */
const separators = /[\s().\p{Pd}\p{Cf}]/gu;

/** The trunk prefix before the DDD: 0, or 0 and the two digits of a carrier, often written as xx. */
const trunkPrefix = /^0(?:(?:xx|\*\*|[1-9]{2})(?=\d{10,11}$))?/i;

/**
 * A DDD and 8 or 9 digits; 0800 and its like, which may be one digit shorter; numbers such as 4004-1234, which are the same in
 * the whole country. The library's own check is too wide for Brazil: it accepts numbers without a DDD, and drops a leading 90
 * as the prefix of collect calls.
 */
const national = /^(?:[1-9]\d{9,10}|[3589]00\d{6}|(?:300|40[02])\d{5})$/;

/** E.164 has fifteen digits at most; the library takes longer ones from some countries. */
const maxE164 = '+'.length + 15;

const parse = (international: string): string | undefined => {
  const number = parsePhoneNumberFromString(international, { extract: false });
  return number?.isPossible() && number.number.length <= maxE164 ? number.number : undefined;
};

/**
 * The library drops a trunk prefix once. A number that still begins with one is invalid, and would change each time it
 * is stored.
 */
const foreign = (international: string): string | undefined => {
  const number = parse(international);
  return number !== undefined && parse(number) === number ? number : undefined;
};

const brazilian = (dialled: string): string | undefined => {
  const number = dialled.replace(trunkPrefix, '');
  return national.test(number) ? countryCode + number : undefined;
};

/** E.164, or undefined for what cannot be a phone number. Without an international prefix a number is Brazilian. */
export const toE164 = (written: string): string | undefined => {
  const dialled = written.replace(separators, '').replace(/^00/, '+');
  if (dialled.startsWith(countryCode)) return brazilian(dialled.slice(countryCode.length));
  if (dialled.startsWith('+')) return /^\+\d+$/.test(dialled) ? foreign(dialled) : undefined;
  // 55 is also the DDD of western Rio Grande do Sul: it is the country only if a whole number, with or without its 0, follows.
  return brazilian(dialled.replace(/^55(?=\d{10,11}$|0\d{10,11}$)/, ''));
};

const maxPhone = 30;

export const phone = z
  .string()
  .trim()
  .max(maxPhone, { abort: true })
  .overwrite((written) => toE164(written) ?? '')
  .check(z.stringFormat('phone', (number) => number !== '', { error: invalidPhone }));
