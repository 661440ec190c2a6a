import type { IncomingMessage } from 'node:http';
import { closeAfterReply } from './pipelining.ts';

/** A larger chunk costs little more than its bytes. */
const smallBytes = 1_024;

/** How many more small chunks each request may have. */
const left = new WeakMap<IncomingMessage, number>();

/**
 * Limits the small chunks of a body with `Transfer-Encoding: chunked`. Each costs about as much as a kilobyte, so that a body in
 * chunks of one byte would take the time of all others. A second call can only lower the limit.
 */
export const limitChunks = (request: IncomingMessage, max: number): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const isCounted = left.has(request);
  left.set(request, Math.min(left.get(request) ?? max, max));
  if (isCounted) return;
  // Node pushes each chunk, whether or not anybody listens.
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    if (chunk === null || chunk.length >= smallBytes) return push(chunk, encoding);
    const more = (left.get(request) ?? 0) - 1;
    left.set(request, more);
    if (more >= 0) return push(chunk, encoding);
    if (more === -1) refuse(request);
    return false;
  };
};

/** Answered like malformed HTTP (malformed-requests.ts). The rest of the body is not read. */
const refuse = ({ socket }: IncomingMessage): void => {
  closeAfterReply(socket);
  const { server } = socket as typeof socket & { server?: NodeJS.EventEmitter };
  server?.emit('clientError', new Error('too many chunks'), socket);
};
