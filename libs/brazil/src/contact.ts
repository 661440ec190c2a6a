import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { invalidEmail, invalidEstado, invalidPhone } from './brazil.errors.ts';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const topLevel = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';

/**
 * An address as mail servers take it (RFC 5321): 254 characters in all, 64 before the @. The lengths come first, so
 * that a long text is refused unread.
 */
const address = new RegExp(`^(?=[^]{1,254}$)(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+${topLevel}$`);

export const email = z
  .string()
  .trim()
  .check(z.email({ pattern: address, error: invalidEmail }))
  .meta({ maxLength: 254 });

/**
 * Any two letters: the contract asks for an abbreviation, not for one of today's 27 states. A missing one keeps the
 * general message.
 */
export const estado = z
  .string({ error: ({ input }) => (input === undefined || input === null ? undefined : invalidEstado) })
  .trim()
  .regex(/^[A-Za-z]{2}$/)
  .toUpperCase();

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

const parse = (international: string) => {
  const number = parsePhoneNumberFromString(international, { extract: false });
  return number?.isPossible() && number.number.length <= maxE164 ? number : undefined;
};

/**
 * The library drops a trunk prefix once. A number that still begins with one is invalid, and would change each time it
 * is stored.
 */
const foreign = (international: string): string | undefined => {
  const number = parse(international)?.number;
  return number !== undefined && parse(number)?.number === number ? number : undefined;
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

/**
 * A number in E.164 as people write it, which spreadsheets keep as text: of `+5511987654321` they make an amount or a formula. A
 * foreign number begins with `00`.
 */
export const writtenPhone = (number: string): string => {
  const dialled = number.slice(countryCode.length);
  if (!number.startsWith(countryCode)) return parse(number)?.formatInternational().replace('+', '00 ') ?? number;
  return dialled
    .replace(/^([3589]00)(\d{2,3})(\d{4})$/, '0$1 $2-$3')
    .replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
    .replace(/^(\d{4})(\d{4})$/, '$1-$2');
};
