import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Sends a body while it is still coming. Whoever owns the socket resumes it when that has room again. */
export const sendStream = (
  socket: Socket,
  body: Readable,
  length: number | undefined,
  done: (error: Error | null) => void,
): void => {
  let size = 0;
  const sendPiece = length === undefined ? sendChunk : sendPlain;
  body.on('data', (piece: Buffer) => {
    size += piece.length;
    // More than was said would be taken for the next request.
    if (length !== undefined && size > length) done(new Error('the body is longer than was said'));
    else if (!sendPiece(socket, piece)) body.pause();
  });
  body.on('end', () => {
    if (length === undefined) socket.write('0\r\n\r\n', 'latin1');
    done(length === undefined || size === length ? null : new Error('the body is shorter than was said'));
  });
};

const sendPlain = (socket: Socket, piece: Buffer): boolean => socket.write(piece);

const sendChunk = (socket: Socket, piece: Buffer): boolean => {
  // A chunk of no bytes would be the last.
  if (piece.length === 0) return true;
  socket.cork();
  socket.write(`${piece.length.toString(16)}\r\n`, 'latin1');
  socket.write(piece);
  const hasRoom = socket.write('\r\n', 'latin1');
  socket.uncork();
  return hasRoom;
};
