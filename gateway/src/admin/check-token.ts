import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../authentication/authentication.errors.ts';
import type { GuessLimit } from '../authentication/guess-limit.ts';
import { tokenInvalid, tokenMissing } from './admin.errors.ts';

/** Hashes have the same length, so that comparing takes the same time whatever was sent. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer <ADMIN_TOKEN>`. Returns the refusal, if any. Wrong tokens are limited per address. */
export const makeCheckToken = (tokens: readonly string[], guesses: GuessLimit) => {
  const known = tokens.map(hashOf);
  return ({ headers, ip }: FastifyRequest): Error | undefined => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (sent === undefined) return tokenMissing();
    const hash = hashOf(sent);
    if (known.filter((token) => timingSafeEqual(token, hash)).length > 0) return undefined;
    return guesses.take(ip) ? tokenInvalid() : tooManyRequests();
  };
};
