import { Readable } from 'node:stream';

export interface UpstreamRequest {
  method: string;
  path: string;
  /** Names and values in turn. */
  headers: string[];
  /** A stream can be sent only once. */
  body: Buffer | Readable | null;
  /** Of a stream, if it is known. */
  length?: number | undefined;
}

// Beside what would end a line: a character of more than one byte would be written as another one.
const wrongInPath = /[^\x21-\x7e\x80-\xff]/;
const wrongInHeaders = /[^\t\x20-\x7e\x80-\xff]/;

/** Can it be written without becoming another request? */
export const isWritable = ({ path, headers }: UpstreamRequest): boolean =>
  !wrongInPath.test(path) && !wrongInHeaders.test(headers.join(''));

/** A request up to its body, as text of one byte a character. */
export const headOf = (request: UpstreamRequest, host: string): string => {
  const { method, path, headers } = request;
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${text}${framingOf(request)}\r\n`;
};

const expectsBody = new Set(['POST', 'PUT', 'PATCH']);

const framingOf = ({ method, body, length }: UpstreamRequest): string => {
  if (body === null) return expectsBody.has(method) ? 'content-length: 0\r\n' : '';
  if (!(body instanceof Readable)) return `content-length: ${body.length}\r\n`;
  return length === undefined ? 'transfer-encoding: chunked\r\n' : `content-length: ${length}\r\n`;
};
