import type { Readable } from 'node:stream';
import { incompleteBody } from './gateway.errors.ts';

/**
 * Gathers a short body, as bytes. A slow caller holds no connection to a service, the service's time begins when it has
 * everything, and what a lost connection did not deliver can be sent again. Of one that turns out longer than `most`
 * nothing is taken, and null is told.
 */
export const readBody = (
  stream: Readable,
  most: number,
  done: (error: Error | null, body: Buffer | null) => void,
): void => {
  const chunks: Buffer[] = [];
  let size = 0;

  const finish = (error: Error | null, body: Buffer | null): void => {
    stream.off('data', onData).off('end', onEnd).off('close', onClose);
    done(error, body);
  };
  const gathered = (): Buffer => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= most) return;
    stream.pause().unshift(gathered());
    finish(null, null);
  };
  const onEnd = (): void => finish(null, gathered());
  const onClose = (): void => finish(incompleteBody(), null);

  stream
    .on('data', onData)
    .on('end', onEnd)
    .on('close', onClose)
    .on('error', () => {});
};
