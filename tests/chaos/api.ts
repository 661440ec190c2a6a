import { ApiError, createApi, type Fetch, type Reply, type Api as TypedApi } from '@representa/client';
import { Agent, request } from 'undici';

/** The HTTP status of an answer, or `lost` when there was none. */
export type Status = number | 'lost';

export interface Span {
  start: number;
  end: number;
}

export interface Answer extends Span {
  status: Status;
  // biome-ignore lint/suspicious/noExplicitAny: each request has another body
  json: any;
  /** Whether the answer was replayed for its `Idempotency-Key`. */
  replayed: boolean;
}

export interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  key: string;
  body?: object;
  idempotencyKey?: string | undefined;
}

/** An answer that takes longer is a violation, also from a gateway that was paused. */
export const answerDeadlineMs = 10_000;

/** For single attempts, also those that no caller should make: a POST without a key. */
export const makeApi = () => {
  const dispatcher = new Agent({ connections: 64, headersTimeout: answerDeadlineMs, bodyTimeout: answerDeadlineMs });
  const ask = async (gateway: string, { method, path, key, body, idempotencyKey }: Question): Promise<Answer> => {
    const start = performance.now();
    try {
      const answer = await request(`${gateway}/api/v1${path}`, {
        method,
        dispatcher,
        headers: {
          'x-api-key': key,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: body ? JSON.stringify(body) : null,
      });
      const json = await answer.body.json();
      const replayed = answer.headers['idempotency-replayed'] === 'true';
      return { status: answer.statusCode, json, replayed, start, end: performance.now() };
    } catch (error) {
      return { status: 'lost', json: { error: String(error) }, replayed: false, start, end: performance.now() };
    }
  };
  return { ask, close: () => dispatcher.destroy() };
};

export type Api = ReturnType<typeof makeApi>;

/** What the caller of the client gets, as an answer. */
export const answerOf = async (calling: Promise<Reply<unknown>>): Promise<Answer> => {
  const start = performance.now();
  try {
    const { status, body, headers } = await calling;
    const replayed = headers.get('idempotency-replayed') === 'true';
    return { status, json: body, replayed, start, end: performance.now() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message } = error;
    return { status: status || 'lost', json: { error: message }, replayed: false, start, end: performance.now() };
  }
};

const observed =
  (seen: (attempt: Answer) => void): Fetch =>
  async (outgoing, init) => {
    const start = performance.now();
    const attempt = (status: Status, json: unknown): void =>
      seen({ status, json, replayed: false, start, end: performance.now() });
    // Sales of products that do not exist: a strict caller may not make them.
    outgoing.headers.delete('prefer');
    try {
      const response = await fetch(outgoing, init);
      attempt(response.status, await response.clone().json());
      return response;
    } catch (error) {
      attempt('lost', { error: String(error) });
      throw error;
    }
  };

/** The client that callers install. It repeats what is safe to repeat; `seen` gets every attempt. */
export const makeClient = (gateway: string, key: string, seen: (attempt: Answer) => void = () => {}): TypedApi =>
  createApi({
    baseUrl: gateway,
    apiKey: key,
    retries: Number.POSITIVE_INFINITY,
    deadlineMs: 30_000,
    attemptMs: answerDeadlineMs,
    fetch: observed(seen),
  });

/**
 * After such an answer the caller does not know whether the request took effect, or should repeat it: a gateway that was paused
 * answers 408 to requests that it had read in part.
 */
export const isUncertain = (status: Status): boolean => status === 'lost' || status === 408 || status >= 500;
