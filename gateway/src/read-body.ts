import type { Readable } from 'node:stream';
import { bodyLimit, bodyTooLarge } from '@representa/service-kit';
import { incompleteBody } from './gateway.errors.ts';

/**
 * Gathers a short body, as bytes. A slow caller holds no connection to a service, the service's time begins when it has
 * everything, and what a lost connection did not deliver can be sent again.
 */
export const readBody = (stream: Readable, done: (error: Error | null, body: Buffer) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;

  const finish = (error: Error | null): void => {
    stream.off('data', onData).off('end', onEnd).off('close', onClose);
    done(error, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= bodyLimit) return void chunks.push(chunk);
    chunks.length = 0;
    finish(bodyTooLarge());
    // The rest is read and dropped: closing on a caller that is still sending would cost it the answer.
    stream.resume();
  };
  const onEnd = (): void => finish(null);
  const onClose = (): void => finish(incompleteBody());

  stream
    .on('data', onData)
    .on('end', onEnd)
    .on('close', onClose)
    .on('error', () => {});
};
