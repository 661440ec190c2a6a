import { hash, randomBytes } from 'node:crypto';

/** The text is shown once and then forgotten; the prefix names the key to people, the hash (hexadecimal) finds it. */
export interface ApiKey {
  text: string;
  prefix: string;
  hash: string;
}

const mark = 'rep_';
const prefixLength = mark.length + 8;

export const newApiKey = (): ApiKey => {
  const text = mark + randomBytes(32).toString('base64url');
  return { text, prefix: prefixOf(text), hash: hashOf(text) };
};

export const hashOf = (text: string): string => hash('sha256', text);

/** Of a whole key, its prefix; anything else may be a prefix already. */
export const prefixOf = (text: string): string => (text.startsWith(mark) ? text.slice(0, prefixLength) : text);

/** A header sent twice arrives joined by a comma: such a text, or one of another length or alphabet, was never issued. */
export const canBeKey = (text: string): boolean => /^[\w-]{1,64}$/.test(text);
