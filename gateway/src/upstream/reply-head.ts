/** What the gateway needs to know of a reply before its body. */
export interface ReplyHead {
  statusCode: number;
  headers: ReplyHeaders;
  /** Of the body, in bytes; undefined when it comes in chunks. */
  length: number | undefined;
  keepsAlive: boolean;
}

/** Those that are passed on to the caller. */
export interface ReplyHeaders {
  'content-type': string | undefined;
  'content-length': string | undefined;
  'retry-after': string | undefined;
  'idempotency-replayed': string | undefined;
}

type Known = keyof ReplyHeaders | 'connection' | 'transfer-encoding';

/** No two of them are equally long, so that most others are passed over at a glance. */
const knownByLength = new Map<number, Known>(
  (
    [
      'content-type',
      'content-length',
      'retry-after',
      'idempotency-replayed',
      'connection',
      'transfer-encoding',
    ] as const
  ).map((name) => [name.length, name]),
);

// Nothing is guessed: what is not HTTP/1.1 to the letter comes from no service of ours.
const form =
  /^HTTP\/1\.1 [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/;
const statusAt = 'HTTP/1.1 '.length;
const wholeNumber = /^\d{1,15}$/;

/**
 * Reads a head, given as text of one byte a character, with the end of its last line. Undefined when it is malformed or
 * does not say where its body ends.
 */
export const readHead = (text: string, isForHead: boolean): ReplyHead | undefined => {
  if (!form.test(text)) return undefined;
  const statusCode = Number(text.slice(statusAt, statusAt + 3));
  const headers: ReplyHeaders = {
    'content-type': undefined,
    'content-length': undefined,
    'retry-after': undefined,
    'idempotency-replayed': undefined,
  };
  let keepsAlive = true;
  let coding: string | undefined;
  let end = text.indexOf('\r\n');
  for (let start = end + 2; start < text.length; start = end + 2) {
    end = text.indexOf('\r\n', start);
    const colon = text.indexOf(':', start);
    const name = knownByLength.get(colon - start);
    if (name === undefined || text.slice(start, colon).toLowerCase() !== name) continue;
    const value = trimmed(text, colon + 1, end);
    if (name === 'connection') keepsAlive &&= !/\bclose\b/i.test(value);
    else if (name === 'transfer-encoding') coding = coding === undefined ? value.toLowerCase() : 'several';
    // Said twice, even if it is the same twice: nobody knows who else reads which.
    else if (name === 'content-length' && headers[name] !== undefined) return undefined;
    else headers[name] ??= value;
  }

  const length = headers['content-length'];
  if (length !== undefined && !wholeNumber.test(length)) return undefined;
  const hasNoBody = isForHead || statusCode < 200 || statusCode === 204 || statusCode === 304;
  if (hasNoBody) return { statusCode, headers, length: 0, keepsAlive };
  // Chunks are read since Fastify sends a stream so. A body that ends with its connection is not: it could not be told
  // from one that was cut off.
  const isChunked = coding === 'chunked';
  if (isChunked === (length !== undefined) || (coding !== undefined && !isChunked)) return undefined;
  return { statusCode, headers, length: isChunked ? undefined : Number(length), keepsAlive };
};

const trimmed = (text: string, from: number, to: number): string => {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (start < end && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
