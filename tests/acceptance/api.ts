import { inject } from 'vitest';
import { keys } from './config.ts';
import { type Reply, readReply } from './reply.ts';

export const baseUrl = inject('baseUrl');
export const prefix = '/api/v1';
/** Every request is answered within seconds. A test without an answer fails then. */
export const answerDeadlineMs = 10_000;

export interface Api {
  get<T>(path: string): Promise<Reply<T>>;
  post<T>(path: string, body: unknown): Promise<Reply<T>>;
  put<T>(path: string, body: unknown): Promise<Reply<T>>;
  delete<T>(path: string): Promise<Reply<T>>;
  /** Sends any request. A stream is sent in chunks. Paths are below /api/v1. */
  send<T>(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: NonNullable<RequestInit['body']> },
  ): Promise<Reply<T>>;
}

/** A client with the key of one company, or without a key. fetch keeps connections alive. */
export const makeApi = (key: string | undefined): Api => {
  const send: Api['send'] = async (method, path, { headers = {}, body } = {}) => {
    const identity: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const response = await fetch(`${baseUrl}${prefix}${path}`, {
      signal: AbortSignal.timeout(answerDeadlineMs),
      method,
      headers: { ...identity, ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const request = `${method} ${path.slice(0, 200)} ${String(body).slice(0, 500)}`;
    const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
    return readReply(request, response.status, header, bytes, { method, path: `${prefix}${path}` });
  };
  const sendJson = <T>(method: string, path: string, body: unknown): Promise<Reply<T>> =>
    send(method, path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    send,
    get: (path) => send('GET', path),
    delete: (path) => send('DELETE', path),
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
  };
};

export const a = makeApi(keys.a);
/** Only concurrency.test.ts creates records in this company, because it counts them and checks consecutive codes. */
export const b = makeApi(keys.b);
export const withoutKey = makeApi(undefined);
