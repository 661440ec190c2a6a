import { kindsOfKey, type Records } from './records.ts';
import type { Reply } from './replies.ts';
import type { FuzzRequest } from './request.ts';

/**
 * What no reply to these bytes may contain: the other company's texts, and those of its ids that the caller did not send
 * itself. An error may repeat what was sent.
 */
export const secretsFrom = ({ foreign, marker }: Records, sent: Buffer): string[] => {
  const text = sent.toString('latin1');
  return [marker, ...Object.values(foreign).flat()].filter((one) => one === marker || !text.includes(one));
};

/**
 * The most replies to these bytes: one to each request line, and one to the rest of a broken request, after which the server
 * closes the connection.
 */
export const maxReplies = (sent: Buffer): number => sent.toString('latin1').split(' HTTP/').length;

/** The gateway cuts off a caller with more requests in a row (gateway/src/connections/answer-in-turn.ts). */
const maxWaiting = 64;

/**
 * The server may close the connection without a reply to these bytes. All others are answered: half a head and what is no HTTP
 * with a 400.
 */
export const mayStayUnanswered = (sent: Buffer): boolean => {
  const text = sent.toString('latin1');
  const hasNoRequest = /^[\r\n]*$/.test(text);
  // Node closes the connection, because nothing listens for CONNECT.
  const isTunnel = /^[\r\n]*CONNECT .*\n\r?\n/s.test(text);
  // Node reports no fault in a body that comes with `Upgrade`: the gateway waits for the rest, and the caller leaves first.
  const isUpgradeWithBody = /^upgrade:/im.test(text) && /^(content-length|transfer-encoding):/im.test(text);
  return hasNoRequest || isTunnel || isUpgradeWithBody || maxReplies(sent) > maxWaiting;
};

/** What is wrong with a reply, or nothing. */
export const faultOf = (
  { status, headers, body }: Reply,
  secrets: readonly string[],
  method = '',
): string | undefined => {
  const text = body.toString('utf8');
  // The caller's fault: a transfer coding that is not chunked.
  const isUnknownCoding = status === 501 && text.includes('Transfer-Encoding');
  if (status >= 500 && !isUnknownCoding) return `status ${status}: ${text}`;
  const secret = secrets.find((one) => text.includes(one));
  if (secret) return `of another company, ${secret}: ${status} ${text.slice(0, 1_000)}`;
  if (!headers.get('x-request-id')) return `no x-request-id: ${status} ${text}`;
  if (status < 400 || method === 'HEAD') return undefined;
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return `an error that is no JSON: ${text}`;
  return isError(text) ? undefined : `not the shape of an error: ${status} ${text}`;
};

const isError = (text: string): boolean => {
  try {
    const { error, details: _, ...others } = JSON.parse(text);
    return typeof error === 'string' && error.trim() !== '' && Object.keys(others).length === 0;
  } catch {
    return false;
  }
};

/** What a request's key alone decides. */
export const expectedStatus = ({ headers, method, target }: FuzzRequest): number | undefined => {
  if (!target.startsWith('/api/v1') || method === 'OPTIONS') return undefined;
  const key = headers.find(([name]) => name === 'x-api-key')?.[1];
  if (key === kindsOfKey.caller) return undefined;
  return key === kindsOfKey.inactive ? 403 : 401;
};
