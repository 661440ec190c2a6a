import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { importLimits } from '@representa/contracts';
import {
  allowLongUpload,
  endLongUpload,
  fileTooLarge,
  incompleteFile,
  onReply,
  serviceUnavailable,
} from '@representa/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import { requestTooSlow } from '../gateway.errors.ts';

/** How long it may send nothing. A silent caller holds one of the few slots. */
const silenceMs = 10_000;

/** Closes the connection of a caller that goes on sending after its reply. */
const endRequestWithin = (request: IncomingMessage, milliseconds: number): void => {
  const timer = setTimeout(() => request.socket.destroy(), milliseconds);
  request.once('close', () => clearTimeout(timer));
};

/** The reply to a caller of HTTP/1.0 ends with its connection, unless it asked for more. */
const readsToEnd = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' && !/\bkeep-alive\b/i.test(headers.connection ?? '');

/**
 * Passes a file on as it comes, no faster than the service takes it: the only body that is not read whole before. It
 * goes through another stream, since undici destroys the one that it is given, and with it the caller's connection.
 */
export const streamBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readable,
  recheckKey: RecheckKey,
): Readable => {
  const passed = new PassThrough();
  const { raw } = request;
  const { socket } = raw;
  let size = 0;
  const fail = (error: Error): void => {
    request.refusal ??= error;
    passed.destroy(error);
  };
  // While the service does not take what was sent, the caller cannot send.
  const isServiceSlow = (): boolean => passed.writableNeedDrain;
  const timer = setTimeout(
    () => fail(isServiceSlow() ? serviceUnavailable() : requestTooSlow()),
    importLimits.uploadMs,
  );
  const silence = setInterval(() => {
    if (!isServiceSlow() && !body.readableEnded) fail(requestTooSlow());
  }, silenceMs);
  allowLongUpload(socket);
  body.on('data', (chunk: Buffer) => {
    size += chunk.length;
    silence.refresh();
    if (size > importLimits.bytes) fail(fileTooLarge());
  });
  const stopTimers = (): void => {
    clearTimeout(timer);
    clearInterval(silence);
  };
  body.once('end', () => {
    stopTimers();
    // The service carries out a whole file only, so a key that was revoked meanwhile writes nothing.
    recheckKey(request).then(() => passed.end(), fail);
  });
  body.once('close', () => {
    if (!body.readableEnded) fail(incompleteFile());
  });
  // Read and drop the rest of a refused body, so that the caller gets its reply.
  passed.once('close', () => body.unpipe(passed).resume());
  passed.on('error', () => {});
  onReply(reply, () => {
    stopTimers();
    endLongUpload(socket);
    passed.destroy();
    // Node has reported already that this request takes too long, and would not do it again.
    if (!raw.complete) endRequestWithin(raw, silenceMs);
    // proxy.ts keeps the connection for the rest of the file.
    if (!readsToEnd(raw)) return;
    if (raw.complete) socket.destroySoon();
    else raw.once('close', () => socket.destroySoon());
  });
  return body.pipe(passed, { end: false });
};
