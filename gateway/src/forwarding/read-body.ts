import type { Readable } from 'node:stream';
import {
  bodyLimit,
  bodyTooLarge,
  makeNoteRefusal,
  makeTally,
  onReply,
  serviceUnavailable,
  tooManyAtOnce,
} from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import { incompleteBody } from '../gateway.errors.ts';
import { isImport } from './is-import.ts';
import { streamBody } from './stream-body.ts';

/** The bytes of all bodies that are held at once: those being received and those being forwarded. */
const maxBytes = 128 * bodyLimit;
/** The same, of one company. Less while half of all is taken, so that slow callers of a few companies cannot take the rest. */
const maxOfCompany = 32 * bodyLimit;
const maxOfCompanyWhenBusy = 4 * bodyLimit;
const maxChunksHeld = 100;

/**
 * Reads the body whole before anything that requests share is taken. A slow caller holds no slot and no connection to a
 * service (the server limits its time), and a request that a lost connection did not deliver can be sent again.
 */
export const makeReadBody = (log: Logger, recheckKey: RecheckKey) => {
  const noteRefusal = makeNoteRefusal(log, 'bodies are refused: too many at once');
  const held = makeTally();

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const stream = request.body as Readable | undefined;
    if (!stream) return void done();
    // http-proxy would send this stream.
    request.body = undefined;
    if (isImport(request)) {
      const file = streamBody(request, reply, stream, recheckKey);
      request.bytes = file;
      return void onceReadable(file, () => done(request.refusal));
    }
    const { empresa_id } = request.keyHolder;
    let chunks: Buffer[] = [];
    let size = 0;
    const drop = (): void => {
      held.add(empresa_id, -size);
      size = 0;
      chunks = [];
    };
    onReply(reply, drop);

    const stopListening = (): void => void stream.off('data', onData).off('end', onEnd).off('close', onClose);
    const refuse = (error: Error): void => {
      stopListening();
      // The rest is read and dropped: closing on a caller that is still sending would cost it the answer.
      stream.resume();
      drop();
      done(error);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      held.add(empresa_id, chunk.length);
      chunks.push(chunk);
      // A small chunk takes more memory than its bytes.
      if (chunks.length > maxChunksHeld) chunks = [Buffer.concat(chunks)];
      if (size > bodyLimit) return void refuse(bodyTooLarge());
      const max = held.total() > maxBytes / 2 ? maxOfCompanyWhenBusy : maxOfCompany;
      if (held.of(empresa_id) > max) return void refuse(tooManyAtOnce());
      if (held.total() <= maxBytes) return;
      noteRefusal();
      refuse(serviceUnavailable());
    };
    const onEnd = (): void => {
      stopListening();
      if (size > 0) request.bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      // Without this the body would be held twice until the reply is over.
      chunks = [];
      request.receivedAt = performance.now();
      // Receiving it may have taken long.
      recheckKey(request).then(() => done(), done);
    };
    const onClose = (): void => refuse(incompleteBody());

    stream.on('data', onData).on('end', onEnd).on('close', onClose);
  };
};

/**
 * The service gets the head with the first bytes. A connection that is taken earlier would miss the service's time
 * limit for it.
 */
const onceReadable = (file: Readable, begin: () => void): void => {
  const once = (): void => {
    file.off('readable', once).off('close', once);
    begin();
  };
  file.once('readable', once).once('close', once);
};
