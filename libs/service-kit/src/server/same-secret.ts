import { timingSafeEqual } from 'node:crypto';

/** Takes the same time whatever was sent, also when its length is another. */
export const isSameSecret = (sent: string, secret: string): boolean => {
  const given = Buffer.from(sent);
  const expected = Buffer.from(secret);
  const hasLength = given.length === expected.length;
  return timingSafeEqual(hasLength ? given : expected, expected) && hasLength;
};
