import { isSameSecret } from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { tooManyRequests } from '../authentication/authentication.errors.ts';
import type { GuessLimit } from '../authentication/guess-limit.ts';
import { tokenInvalid, tokenMissing } from './admin.errors.ts';

/** `Authorization: Bearer <ADMIN_TOKEN>`. Returns the refusal, if any. Wrong tokens are limited per address. */
export const makeCheckToken =
  (tokens: readonly string[], guesses: GuessLimit) =>
  ({ headers, address }: FastifyRequest): Error | undefined => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (sent === undefined) return tokenMissing();
    if (tokens.some((token) => isSameSecret(sent, token))) return undefined;
    return guesses.take(address) ? tokenInvalid() : tooManyRequests();
  };
