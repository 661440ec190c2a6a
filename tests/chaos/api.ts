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

/** After such an answer the caller does not know whether the request took effect. */
export const isUncertain = (status: Status): boolean => status === 'lost' || status >= 500;
