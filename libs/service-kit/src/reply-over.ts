import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Tells once when a reply is over: it was sent, or its caller has gone. Not Fastify's onResponse, which does not come for
 * a caller that has left.
 */
export const onReplyOver = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, tell: () => void): void => {
  if (raw.socket) return void raw.on('close', tell);
  // It waits for an earlier one on the same connection. If that is lost before its turn comes, Node says nothing of it.
  const over = (): void => {
    raw.off('close', over);
    socket.off('close', over);
    tell();
  };
  raw.on('close', over);
  socket.on('close', over);
};
