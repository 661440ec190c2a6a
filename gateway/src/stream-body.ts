import { type Readable, Transform } from 'node:stream';
import { bodyLimit, bodyTooLarge } from '@representa/service-kit';

/** A body on its way through: it says `progress` with every piece, and ends in an error when it is too large. */
export const streamBody = (incoming: Readable): Readable => {
  let size = 0;
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      body.emit('progress');
      if (size > bodyLimit) done(bodyTooLarge());
      else done(null, chunk);
    },
  });
  incoming.on('error', (error) => body.destroy(error));
  incoming.on('close', () => {
    if (!incoming.readableEnded) body.destroy();
  });
  // Whatever ends it early, the rest is read and dropped: closing on a caller that is still sending would cost it the
  // answer.
  body.on('close', () => incoming.unpipe(body).resume());
  return incoming.pipe(body);
};
