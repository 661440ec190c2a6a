import { noReply } from './api.errors.ts';

/** `fetch`, as far as the client uses it. */
export type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

export interface RetryOptions {
  /** How many times a request is sent again after a 503, a 429, a 408 or a lost connection; 5 unless given. */
  retries?: number | undefined;
  /** How long a call may take with all its retries; 30,000 unless given. `Infinity` is allowed. */
  deadlineMs?: number | undefined;
  /** How long one attempt may take until its reply has arrived; 15,000 unless given. */
  attemptMs?: number | undefined;
}

interface SendOptions extends RetryOptions {
  signal: AbortSignal | undefined;
  /** How long the API was asked to wait for something to tell. Added to both limits. */
  waitMs: number;
  /** The caller reads a file by itself, as long as it takes. */
  isStreamed: boolean;
}

interface Sent {
  response: Response;
  attempts: number;
}

const firstPauseMs = 200;
const maxPauseMs = 5_000;
const maximumTimerMs = 2 ** 31 - 1;

/** The seconds of `Retry-After`, which may also be a date. */
export const retryAfterOf = ({ headers }: Response): number | undefined => {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
};

/** Random parts keep callers that failed together from returning together. */
const pauseBefore = (retry: number, retryAfter = 0): number => {
  const backoff = Math.min(maxPauseMs, firstPauseMs * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
  return Math.max(backoff, retryAfter * 1_000 * (1 + Math.random() / 5));
};

/**
 * 502 and 504 come from proxies before the API. A 408 says that the request did not arrive whole in time, so nothing was carried out.
 * A 409 with `Retry-After` says that the first attempt is still running.
 */
const isTemporary = (response: Response): boolean =>
  [408, 429, 502, 503, 504].includes(response.status) ||
  (response.status === 409 && retryAfterOf(response) !== undefined);

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, maximumTimerMs),
    );
    signal?.addEventListener('abort', stop, { once: true });
  });

export const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

const isFile = (response: Response): boolean => response.ok && response.body !== null && !isJson(response);

/** Reads a reply whole: a connection lost in the middle is retried, and an error that is not used leaves none open. */
const readWhole = async (response: Response): Promise<Response> => {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
};

/** The time limit ends when a file begins; the caller can still end the file. */
const sendOnce = async (
  send: Fetch,
  request: Request,
  { ms, signal, isStreamed }: Pick<SendOptions, 'signal' | 'isStreamed'> & { ms: number },
): Promise<Response> => {
  const late = new AbortController();
  const abort = (): void => late.abort(new DOMException('The attempt took too long', 'TimeoutError'));
  const timer = setTimeout(abort, Math.min(ms, maximumTimerMs));
  try {
    const response = await send(request, { signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]) });
    return isStreamed && isFile(response) ? response : await readWhole(response);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Sends a request until there is an answer, the retries are used up, or the next one would begin after the deadline.
 * The caller's signal ends it at once, with the signal's reason.
 */
export const sendWithRetries = async (
  send: Fetch,
  request: Request,
  { retries = 5, deadlineMs = 30_000, attemptMs = 15_000, waitMs, signal, isStreamed }: SendOptions,
): Promise<Sent> => {
  const deadline = performance.now() + deadlineMs + waitMs;
  for (let attempts = 1; ; attempts++) {
    signal?.throwIfAborted();
    const isLast = attempts > retries;
    const ms = Math.min(attemptMs + waitMs, deadline - performance.now());
    let lost: unknown;
    // A clone keeps the body for the next attempt.
    const sending = sendOnce(send, isLast ? request : request.clone(), { ms, signal, isStreamed });
    const response = await sending.catch((error: unknown) => {
      signal?.throwIfAborted();
      lost = error;
      return undefined;
    });
    if (response && !isTemporary(response)) return { response, attempts };
    const pauseMs = pauseBefore(attempts, response && retryAfterOf(response));
    if (isLast || performance.now() + pauseMs >= deadline) {
      if (response) return { response, attempts };
      throw noReply(attempts, lost);
    }
    await pause(pauseMs, signal);
  }
};
