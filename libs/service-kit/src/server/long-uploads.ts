import type { Socket } from 'node:net';
import { importLimits } from '@representa/contracts';

const uploading = new WeakSet<Socket>();

/** After the deadline of an import, so that its error is still sent. */
const silenceMs = importLimits.timeMs + 5_000;

/**
 * Exempts a connection from Node's limits for receiving a request (server.ts) and for silence: an import has a limit of its own,
 * and nothing is sent or received while its file is merged. Node sets the usual timeout again after the reply.
 */
export const allowLongUpload = (socket: Socket): void => {
  uploading.add(socket);
  // A request that Fastify injects has no real socket.
  socket.setTimeout?.(silenceMs);
};

/** From the next request on, the usual limit of receiving holds again. */
export const endLongUpload = (socket: Socket): void => void uploading.delete(socket);

/** Node reports once that a request takes too long. The server closes its connection, unless this is true. */
export const isLongUpload = ({ code }: NodeJS.ErrnoException, socket: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket);
