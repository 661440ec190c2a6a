import type { FastifyReply } from 'fastify';

/** As nginx logs it. */
const callerLeft = 499;

/** Of a reply that is over. Until something is sent, a reply has the status 200. */
export const finalStatusOf = ({ raw, statusCode }: FastifyReply): number =>
  raw.writableFinished ? statusCode : callerLeft;

/**
 * Called once, when a reply was sent or its caller has left. Fastify's onResponse is not called for a caller that left.
 * Needs a server or a caller without pipelining: Node reports nothing of a reply that never got its turn.
 */
export const onReplyOver = ({ raw }: FastifyReply, tell: () => void): void => {
  if (raw.closed) tell();
  else raw.once('close', tell);
};
