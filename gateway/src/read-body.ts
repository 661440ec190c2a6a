import type { Readable } from 'node:stream';
import { bodyLimit, bodyTooLarge } from '@representa/service-kit';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { incompleteBody } from './gateway.errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The whole body; null when there is none. */
    bytes: Buffer | null;
    /** When the request was complete, by `performance.now()`: from then on it is the service's time. */
    receivedAt: number;
  }
}

/**
 * Reads the body whole before anything that requests share is taken. A slow caller holds no connection to a service, and
 * a request that a lost connection did not deliver can be sent again.
 */
export const readBody = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
  const stream = request.body as Readable | undefined;
  if (!stream) return void done();
  // http-proxy would send this stream.
  request.body = undefined;
  const chunks: Buffer[] = [];
  let size = 0;

  const finish = (error?: Error): void => {
    stream.off('data', onData).off('end', onEnd).off('close', onClose);
    // The rest of a body that is too long is read and dropped: closing on a caller that is still sending would cost it
    // the answer.
    stream.resume();
    done(error);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > bodyLimit) finish(bodyTooLarge());
  };
  const onEnd = (): void => {
    if (size > 0) request.bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    request.receivedAt = performance.now();
    finish();
  };
  const onClose = (): void => finish(incompleteBody());

  stream
    .on('data', onData)
    .on('end', onEnd)
    .on('close', onClose)
    .on('error', () => {});
};
