import type { ServerResponse } from 'node:http';

/** Names and values in turn, without `undefined`. */
type Headers = readonly string[];

/**
 * Being text, the body leaves in one piece with the head. `end(body)` would add an empty piece, and two are copied into a
 * buffer of their own first: a seventeenth of all that the gateway does for a request.
 */
export const writeWhole = (
  raw: ServerResponse,
  status: number,
  headers: Headers,
  body: string,
  encoding: 'latin1' | 'utf8',
): void => {
  raw.writeHead(status, headers as string[]);
  // There is none while an earlier reply on the same connection is still to be sent.
  const { socket } = raw;
  if (body !== '' && socket) {
    socket.cork();
    raw.write(body, encoding);
    socket.uncork();
    raw.end();
  } else raw.end(body, encoding);
};
