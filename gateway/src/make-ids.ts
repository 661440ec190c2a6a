import { randomBytes } from 'node:crypto';

/** Unique ids: a random prefix for each process, and a count. */
export const makeIds = (): (() => string) => {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return () => `${prefix}.${(count++).toString(36)}`;
};
