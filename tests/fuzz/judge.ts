import { kindsOfKey } from './records.ts';
import type { Reply } from './replies.ts';
import type { FuzzRequest } from './request.ts';

/** What is wrong with a reply, or nothing. */
export const faultOf = ({ status, headers, body }: Reply, marker: string, method = ''): string | undefined => {
  const text = body.toString('utf8');
  if (status >= 500) return `status ${status}: ${text}`;
  if (text.includes(marker)) return 'a record of another company';
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
