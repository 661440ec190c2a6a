import { once } from 'node:events';
import { connect } from 'node:net';

export interface Answer {
  bytes: Buffer;
  /** The server closed the connection within the time. */
  isComplete: boolean;
  /** The caller closed its side first, because the server was silent. */
  gaveUp: boolean;
}

/** More than the gateway gives a caller to send a request, and itself to answer it. */
const maxMs = 15_000;

/**
 * Writes bytes to a new connection, and reads until the server closes it. If the bytes may be less or more than one request, the
 * server learns after a silence that no more will come. Without `silenceMs` the reply is only waited for: Node drops it when the
 * caller closes its side first.
 */
export const sendBytes = async (url: string, bytes: Buffer, silenceMs?: number): Promise<Answer> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let isComplete = false;
  let gaveUp = false;
  const giveUp = (): void => {
    gaveUp = true;
    socket.end();
  };
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    silence?.refresh();
  });
  socket.on('end', () => {
    isComplete = true;
    socket.destroy();
  });
  // A server may reset the connection on bytes that it does not want to read.
  socket.on('error', () => {
    isComplete = true;
  });
  const closed = once(socket, 'close').catch(() => {});
  const tooLong = setTimeout(() => socket.destroy(), maxMs);
  const silence = silenceMs === undefined ? undefined : setTimeout(giveUp, silenceMs);
  socket.write(bytes);
  await closed;
  clearTimeout(tooLong);
  clearTimeout(silence);
  return { bytes: Buffer.concat(chunks), isComplete, gaveUp };
};
