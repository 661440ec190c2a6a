import { createApi, type Fetch, type Api as TypedApi } from '@representa/client';
import { until } from '@representa/testing';
import { inject } from 'vitest';
import { keys } from './config.ts';
import { type Reply, readReply } from './reply.ts';

export const baseUrl = inject('baseUrl');
export const prefix = '/api/v1';
/** Every request is answered within seconds. A test without an answer fails then. */
export const answerDeadlineMs = 10_000;

/** A caller. `get`, `post` and so on return every reply, errors too, and take input that the types refuse. */
export interface Api {
  /** The typed client that callers install, with the same key. Its replies are checked like the others. */
  client: TypedApi;
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

const read = async <T>(method: string, path: string, body: unknown, response: Response): Promise<Reply<T>> => {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const request = `${method} ${path.slice(0, 200)} ${String(body).slice(0, 500)}`;
  const header = (name: string): string | undefined => response.headers.get(name) ?? undefined;
  return readReply(request, response.status, header, bytes, { method, path });
};

const checkedFetch: Fetch = async (request, init) => {
  const response = await fetch(request, init);
  const { pathname, search } = new URL(request.url);
  // It has no body.
  if (response.status === 304) return response;
  await read(request.method, `${pathname}${search}`, '(typed client)', response.clone());
  return response;
};

/** A caller with the key of one company, or without a key. fetch keeps connections alive. */
export const makeApi = (key: string | undefined): Api => {
  const send: Api['send'] = async (method, path, { headers = {}, body } = {}) => {
    const identity: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const response = await fetch(`${baseUrl}${prefix}${path}`, {
      signal: AbortSignal.timeout(answerDeadlineMs),
      method,
      headers: { ...identity, ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    });
    return read(method, `${prefix}${path}`, body, response);
  };
  const sendJson = <T>(method: string, path: string, body: unknown): Promise<Reply<T>> =>
    send(method, path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return {
    // No retries: a test should see the failure.
    client: createApi({ baseUrl, apiKey: key ?? '', fetch: checkedFetch, attemptMs: answerDeadlineMs, retries: 0 }),
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

/** Sends again while another test's import is under way: a company has one at a time. */
export const afterOtherImports = async <T>(send: () => Promise<Reply<T>>): Promise<Reply<T>> => {
  let reply = await send();
  await until('no other import is under way', async () => {
    if (reply.status === 429) reply = await send();
    return reply.status !== 429;
  });
  return reply;
};
