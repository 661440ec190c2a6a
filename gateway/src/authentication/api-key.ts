import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The text is shown once and then forgotten; the prefix names the key to people, the hash (hexadecimal) finds it. */
export interface ApiKey {
  text: string;
  prefix: string;
  hash: string;
}

/** Secret scanners find keys by this mark, and confirm them by the checksum: `rep_live_` + 30 random characters + 6 of CRC-32. */
export const keyMark = 'rep_live_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits. */
const randomLength = 30;
const checksumLength = 6;
const shownLength = 8;

export const newApiKey = (): ApiKey => {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const text = `${keyMark}${random}${checksumOf(random)}`;
  return { text, prefix: prefixOf(text), hash: hashOf(text) };
};

const checksumOf = (random: string): string => {
  let rest = crc32(keyMark + random);
  let text = '';
  for (let count = 0; count < checksumLength; count++) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
};

export const hashOf = (text: string): string => hash('sha256', text);

/** The prefix of a whole key. Another text is returned as it is: it may be a prefix already. */
export const prefixOf = (text: string): string =>
  text.startsWith(keyMark) ? text.slice(0, keyMark.length + shownLength) : text;

const ours = new RegExp(`^${keyMark}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/**
 * A mistyped key is refused without a lookup. A header sent twice arrives joined by a comma: such a text, or one of
 * another length or alphabet, was never issued.
 */
export const canBeKey = (text: string): boolean => {
  if (!text.startsWith(keyMark)) return /^[\w-]{1,64}$/.test(text);
  return ours.test(text) && text.endsWith(checksumOf(text.slice(keyMark.length, -checksumLength)));
};
