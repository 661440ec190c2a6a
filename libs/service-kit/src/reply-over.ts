import type { FastifyReply } from 'fastify';

/** Called once, when a reply was sent or its caller has left. Fastify's onResponse is not called for a caller that left. */
export const onReplyOver = ({ raw }: FastifyReply, tell: () => void): void => void raw.once('close', tell);
