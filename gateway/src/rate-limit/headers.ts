import type { FastifyReply } from 'fastify';
import type { Decision } from './bucket.ts';
import type { Limit } from './gcra.ts';

/** The time until the next request may be allowed. */
export const secondsOf = ({ waitMs }: Decision): number => Math.max(1, Math.ceil(waitMs / 1_000));

/** Headers of the IETF's draft-ietf-httpapi-ratelimit-headers-11. The window is the time in which a whole burst is refilled. */
export const addLimitHeaders = (reply: FastifyReply, { perSecond, burst }: Limit, decision: Decision): void => {
  const { isAllowed, remaining } = decision;
  const resetSeconds = isAllowed ? Math.max(0, Math.ceil((burst - remaining) / perSecond)) : secondsOf(decision);
  reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${resetSeconds}`);
};
