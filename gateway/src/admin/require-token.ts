import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../authentication/authentication.errors.ts';
import type { GuessLimit } from '../authentication/guess-limit.ts';
import { tokenInvalid, tokenMissing } from './admin.errors.ts';

/** Hashes have the same length, so that comparing takes the same time whatever was sent. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer <ADMIN_TOKEN>`. Wrong tokens are limited per address. */
export const requireToken = (app: FastifyInstance, tokens: readonly string[], guesses: GuessLimit): void => {
  const known = tokens.map(hashOf);
  app.addHook('onRequest', (request, _reply, done) => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    if (sent === undefined) return done(tokenMissing());
    const hash = hashOf(sent);
    if (known.filter((token) => timingSafeEqual(token, hash)).length > 0) return done();
    done(guesses.take(request.ip) ? tokenInvalid() : tooManyRequests());
  });
};
