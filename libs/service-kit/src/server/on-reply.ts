import type { FastifyReply } from 'fastify';
import type { HttpError } from '../http-error.ts';

/** The status that nginx logs for a caller that left. */
const callerLeft = 499;
/** Of a reply that failed after its head was sent, with another status. A revoked key has its own. */
const brokenOff = 503;

declare module 'fastify' {
  interface FastifyRequest {
    /** Why its reply was broken off after its head was sent. */
    brokenOffBy: HttpError | null;
  }
}

/** The status of a reply that is over. Until something is sent, a reply has the status 200. */
export const finalStatusOf = ({ raw, statusCode, request }: FastifyReply): number => {
  if (raw.writableFinished) return statusCode;
  const { brokenOffBy } = request;
  if (!brokenOffBy) return callerLeft;
  return brokenOffBy.status < 500 ? brokenOffBy.status : brokenOff;
};

/**
 * Called once, when a reply was sent or its caller has left. Fastify's onResponse is not called for a caller that left.
 * Not for pipelined requests: Node emits no `close` for a reply that never got its turn (the gateway's answer-in-turn.ts prevents that).
 */
export const onReply = ({ raw }: FastifyReply, tell: () => void): void => {
  if (raw.closed) tell();
  else raw.once('close', tell);
};
