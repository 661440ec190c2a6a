import type { ServerResponse } from 'node:http';

/** `latin1`: the body is bytes, as text of one byte a character. */
export type Encoding = 'utf8' | 'latin1';

/**
 * Being text, the body leaves in one piece with the head. `end(body)` would add an empty piece, and two are copied into a
 * buffer of their own first: a seventeenth of all that the gateway does for a request.
 */
export const writeWhole = (
  raw: ServerResponse,
  status: number,
  /** Names and values in turn. */
  headers: string[],
  body: string,
  encoding: Encoding,
): void => {
  raw.writeHead(status, headers);
  // There is none while an earlier reply on the same connection is still to be sent.
  const { socket } = raw;
  if (body !== '' && socket) {
    socket.cork();
    raw.write(body, encoding);
    socket.uncork();
    raw.end();
  } else raw.end(body, encoding);
};
