import createFetchClient, { defaultBodySerializer } from 'openapi-fetch';
import { ApiError, errorFrom, noReply, notJson } from './api.errors.ts';
import { type Fetch, isJson, type RetryOptions, retryAfterOf, sendWithRetries } from './retry.ts';
import type { AnyOptions, Call, ListCall, Reply } from './types.ts';

export interface ApiOptions extends RetryOptions {
  /** Where the API is: `https://api.exemplo.com.br`, without `/api/v1`. For the page's own host: `location.origin`. */
  baseUrl: string;
  apiKey: string;
  /** Sends one attempt; the platform's own unless given. */
  fetch?: Fetch | undefined;
}

/** Every call throws an `ApiError` unless it succeeds. */
export interface Api {
  GET: ListCall & Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  DELETE: Call<'delete'>;
  /** For paths that are known only at run time. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the body
  request<Body = any>(method: string, path: string, options?: AnyOptions): Promise<Reply<Body>>;
}

const isStream = (body: unknown): boolean => body instanceof ReadableStream;
const isRaw = (body: unknown): boolean =>
  typeof body === 'string' ||
  body instanceof Blob ||
  body instanceof ArrayBuffer ||
  ArrayBuffer.isView(body) ||
  isStream(body);

/** `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Operations whose body is a CSV file. A browser may call such a file anything, for instance `application/vnd.ms-excel`. */
const takesFile = (path: string): boolean => /\/(import|reconcile)(\?|$)/.test(path);

/** An import takes no `Idempotency-Key`: sent again, its new clients would be refused because their email is taken. */
const isImport = (path: string): boolean => /\/import(\?|$)/.test(path);

/** New and rotated keys are answered once: the API keeps no secret to repeat, and ignores an `Idempotency-Key` here. */
const makesKeys = (method: string, path: string): boolean => method === 'POST' && /^\/api\/v1\/keys(\/|$)/.test(path);

/** Exports have no JSON reply. Reports are JSON, unless `formato` asks for a file. */
const isExport = (path: string): boolean => path.endsWith('/export');

/** Errors as of RFC 9457, and successes of any type. */
const acceptedTypes = 'application/problem+json, */*;q=0.9';

const parseJson = (text: string): { json: unknown } | undefined => {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** JSON, or the text of an export as CSV. */
const readBody = async (response: Response, path: string, attempts: number): Promise<unknown> => {
  const type = response.headers.get('content-type') ?? '';
  if (isExport(path) && type.startsWith('text/csv')) return response.text();
  const parsed = isJson(response) && parseJson(await response.text());
  if (!parsed) throw notJson(response, type, attempts);
  return parsed.json;
};

/** The time that the API may wait for a change, on request. */
const waitOf = ({ params }: AnyOptions): number => {
  const query = params?.query as { espera?: unknown } | undefined;
  return (Number(query?.espera) || 0) * 1_000;
};

/** Makes the client of one company. It keeps no connection open: there is nothing to close. */
export const createApi = ({
  baseUrl,
  apiKey,
  fetch: send = (request, init) => fetch(request, init),
  ...general
}: ApiOptions): Api => {
  if (!/^https?:\/\//.test(baseUrl) || baseUrl.includes('/api/v1'))
    throw new TypeError(`baseUrl must be like https://api.exemplo.com.br, without /api/v1: ${baseUrl}`);
  const client = createFetchClient({
    baseUrl,
    // A misspelt field is an error, instead of being ignored.
    headers: { 'x-api-key': apiKey, accept: acceptedTypes, prefer: 'handling=strict' },
    bodySerializer: (body: unknown) => (isRaw(body) ? body : defaultBodySerializer(body)),
  });

  const request = async (name: string, path: string, options: AnyOptions = {}): Promise<Reply<unknown>> => {
    const method = name.toUpperCase();
    const {
      retries = general.retries,
      deadlineMs = general.deadlineMs,
      attemptMs = general.attemptMs,
      parseAs = 'json',
      signal,
      ...init
    } = options;
    let attempts = 0;
    const sendAll = async (outgoing: Request): Promise<Response> => {
      // Makes a POST safe to repeat: the API creates nothing twice for one key.
      if (method === 'POST' && !outgoing.headers.has('idempotency-key'))
        outgoing.headers.set('idempotency-key', randomKey());
      const sent = await sendWithRetries(send, outgoing, {
        // A stream can be read only once.
        retries: isStream(init.body) || isImport(path) || makesKeys(method, path) ? 0 : retries,
        deadlineMs,
        attemptMs,
        waitMs: waitOf(options),
        isStreamed: parseAs !== 'json',
        signal,
      });
      attempts = sent.attempts;
      return sent.response;
    };
    // openapi-fetch types its calls by literal paths; `Api` has already checked them.
    const call = client.request as unknown as (
      method: string,
      path: string,
      init: object,
    ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
    const { data, error, response } = await call(method, path, {
      ...init,
      headers: { ...(takesFile(path) && { 'content-type': 'text/csv' }), ...init.headers },
      // As it is: a reply that is cut off is an error of ours.
      parseAs: 'stream',
      ...(isStream(init.body) && { duplex: 'half' }),
      fetch: sendAll,
    });
    if (!response.ok) throw errorFrom(response, error, { attempts, retryAfter: retryAfterOf(response) });
    const read = async (): Promise<unknown> => {
      if (!data || parseAs === 'stream') return data;
      return parseAs === 'json' ? readBody(response, path, attempts) : response[parseAs]();
    };
    const body = await read().catch((failure: unknown) => {
      signal?.throwIfAborted();
      throw failure instanceof ApiError ? failure : noReply(attempts, failure);
    });
    return { body, status: response.status, headers: response.headers };
  };

  const calls = (method: string) => (path: string, options?: AnyOptions) => request(method, path, options);
  return {
    GET: calls('GET') as Api['GET'],
    POST: calls('POST') as Call<'post'>,
    PUT: calls('PUT') as Call<'put'>,
    DELETE: calls('DELETE') as Call<'delete'>,
    request: request as Api['request'],
  };
};
