import type { Socket } from 'node:net';
import type { App } from '@representa/service-kit';
import { onReply } from '@representa/service-kit/process';

/** A caller must read this much of a waiting reply in each interval, or all that is left. */
const minBytes = 65_536;
const intervalMs = 5_000;

/** A reply that nobody reads holds its memory, and a turn at its service when it is long. */
export const limitUnreadReplies = (app: App): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { socket } = request.raw;
    let before = takenFrom(socket);
    const timer = setInterval(() => {
      const taken = takenFrom(socket);
      // Nothing is left to take while the service makes the next part of an export.
      if (taken - before < minBytes && socket.writableLength > 0) socket.destroy();
      before = taken;
    }, intervalMs);
    onReply(reply, () => clearInterval(timer));
    done();
  });
};

/** Bytes handed to the kernel. Node counts a write only when all of it was handed over. */
const takenFrom = (socket: Socket): number => socket.bytesWritten - socket.writableLength;
