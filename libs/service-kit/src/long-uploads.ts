import type { Socket } from 'node:net';

const uploading = new WeakSet<Socket>();

/** Node's limit for receiving a request (see server.ts) does not hold for this one: its reader has a limit of its own. */
export const allowLongUpload = (socket: Socket): void => void uploading.add(socket);

/** From the next request on, the usual limit holds again. */
export const endLongUpload = (socket: Socket): void => void uploading.delete(socket);

/** Node reports once that a request takes too long. The server closes its connection, unless this is true. */
export const isLongUpload = ({ code }: NodeJS.ErrnoException, socket: Socket): boolean =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' && uploading.has(socket);
