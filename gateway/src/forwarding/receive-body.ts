import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { importLimits } from '@representa/contracts';
import { fileTooLarge, incompleteFile, serviceUnavailable } from '@representa/service-kit';
import { allowLongUpload, bodyLimit, bodyTooLarge, endLongUpload, onReply } from '@representa/service-kit/process';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { RecheckKey } from '../admission.ts';
import { incompleteBody, requestTooSlow } from '../gateway.errors.ts';
import { isImport } from '../request-state.ts';
import type { HeldBytes } from './held-bytes.ts';

const maxChunksHeld = 100;

/**
 * Reads the body whole before anything that requests share is taken. A slow caller holds no turn and no connection to a
 * service (the server limits its time), and a request that a lost connection did not deliver can be sent again.
 */
export const makeReceiveBody =
  (held: HeldBytes, recheckKey: RecheckKey) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { empresa_id } = request.keyHolder;
    const stream = request.body as Readable | undefined;
    if (!stream) return void done(held.refusalOf(empresa_id));
    // http-proxy would send this stream.
    request.body = undefined;
    if (isImport(request)) {
      const file = streamBody(request, reply, stream, recheckKey);
      request.forwardedBody = file;
      return void onceReadable(file, () => done(request.refusal));
    }
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
      const refusal = size > bodyLimit ? bodyTooLarge() : held.refusalOf(empresa_id);
      if (refusal) refuse(refusal);
    };
    const onEnd = (): void => {
      stopListening();
      if (size > 0) request.forwardedBody = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      // Without this the body would be held twice until the reply is over.
      chunks = [];
      request.deadlineFrom = performance.now();
      // Receiving it may have taken long.
      recheckKey(request).then(() => done(), done);
    };
    const onClose = (): void => refuse(incompleteBody());

    stream.on('data', onData).on('end', onEnd).on('close', onClose);
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
    // forward.ts keeps the connection for the rest of the file.
    if (!readsToEnd(raw)) return;
    if (raw.complete) socket.destroySoon();
    else raw.once('close', () => socket.destroySoon());
  });
  return body.pipe(passed, { end: false });
};
