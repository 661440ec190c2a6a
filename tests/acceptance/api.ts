import { inject } from 'vitest';
import { keys } from './config.ts';
import { type Reply, readReply } from './reply.ts';

export const baseUrl = inject('baseUrl');
export const prefix = '/api/v1';

export interface Api {
  get<T>(path: string): Promise<Reply<T>>;
  post<T>(path: string, body: unknown): Promise<Reply<T>>;
  put<T>(path: string, body: unknown): Promise<Reply<T>>;
  delete<T>(path: string): Promise<Reply<T>>;
  /** Anything that fetch can send, a stream as chunks; paths are below /api/v1. */
  send<T>(
    method: string,
    path: string,
    options?: { headers?: Record<string, string>; body?: NonNullable<RequestInit['body']> },
  ): Promise<Reply<T>>;
}

/** Speaks for one company, or for nobody. Connections are kept alive, as fetch does by itself. */
export const makeApi = (key: string | undefined): Api => {
  const send: Api['send'] = async (method, path, { headers = {}, body } = {}) => {
    const identity: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
    const response = await fetch(`${baseUrl}${prefix}${path}`, {
      method,
      headers: { ...identity, ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const asked = `${method} ${path.slice(0, 200)} ${String(body).slice(0, 500)}`;
    return readReply(asked, response.status, (name) => response.headers.get(name) ?? undefined, bytes);
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
/** Only concurrency.test.ts creates records in this company: it counts them and watches its generated codes. */
export const b = makeApi(keys.b);
export const nobody = makeApi(undefined);
