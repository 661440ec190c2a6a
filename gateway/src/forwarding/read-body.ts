import type { Readable } from 'node:stream';
import { bodyLimit, bodyTooLarge, makeEpisode, onReplyOver, serviceUnavailable } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Readmit } from '../admission.ts';
import { incompleteBody } from '../gateway.errors.ts';
import { streamBody } from './stream-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The whole body, or a file as it comes; null when there is none. */
    bytes: Buffer | Readable | null;
    /** When the request was complete, by `performance.now()`: from then on it is the service's time. */
    receivedAt: number;
  }
}

/** The bodies that are held at once, of all companies and of one: those being received and those being forwarded. */
const [mostBytes, mostOfCompany] = [128 * bodyLimit, 32 * bodyLimit];

/**
 * Reads the body whole before anything that requests share is taken. A slow caller holds no place and no connection to a
 * service (the server limits its time), and a request that a lost connection did not deliver can be sent again.
 */
export const makeReadBody = (log: Logger, readmit: Readmit) => {
  const refusals = makeEpisode(log, 'bodies are refused: too many at once');
  const held = new Map<string, number>();
  let heldByAll = 0;

  const hold = (empresa_id: string, size: number): void => {
    heldByAll += size;
    const ofCompany = (held.get(empresa_id) ?? 0) + size;
    if (ofCompany > 0) held.set(empresa_id, ofCompany);
    else held.delete(empresa_id);
  };
  const isTooMuch = (empresa_id: string): boolean =>
    heldByAll > mostBytes || (held.get(empresa_id) ?? 0) > mostOfCompany;

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const stream = request.body as Readable | undefined;
    if (!stream) return void done();
    // http-proxy would send this stream.
    request.body = undefined;
    if (request.routeOptions.config.bulk === 'import' && request.method === 'POST') {
      request.bytes = streamBody(request, reply, stream, readmit);
      return void done();
    }
    const { empresa_id } = request.keyHolder;
    let chunks: Buffer[] = [];
    let size = 0;
    const drop = (): void => {
      hold(empresa_id, -size);
      size = 0;
      chunks = [];
    };
    onReplyOver(reply, drop);

    const finish = (error?: Error): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      // The rest of a refused body is read and dropped: closing on a caller that is still sending would cost it the answer.
      stream.resume();
      if (error) drop();
      done(error);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      hold(empresa_id, chunk.length);
      chunks.push(chunk);
      if (size > bodyLimit) return void finish(bodyTooLarge());
      if (!isTooMuch(empresa_id)) return;
      refusals.note();
      finish(serviceUnavailable());
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
};
