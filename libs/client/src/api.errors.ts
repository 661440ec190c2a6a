import type { components } from './api.generated.ts';

type RowFault = components['schemas']['RowFault'];

/** What kind of error it is: listed at `/docs/errors` of the API. A newer API may have others. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** What is wrong with a field of the request, or with a line of its file. */
export type Fault = components['schemas']['ProblemFault'];

/** One problem of the input, as the API reports it. */
export interface Issue {
  code: string;
  message: string;
  path: string[];
  [member: string]: unknown;
}

/** What the API says beside the message: problems of the input as a list or by field, or facts about a conflict. */
export type Details = Issue[] | { [field: string]: unknown };

interface ErrorFacts {
  status: number;
  message: string;
  /** Undefined without a reply, and of a reply that something between caller and API has made. */
  codigo?: ErrorCode | undefined;
  /** What is wrong with the request, field by field. */
  errors?: Fault[];
  details?: Details | undefined;
  /** Quote it when you report a problem: it finds the request in the logs. */
  requestId?: string | undefined;
  /** How many seconds the API asks callers to wait. */
  retryAfter?: number | undefined;
  /**
   * How many times the request was sent. Above 1, an earlier attempt may have taken effect without its reply arriving:
   * then a 404 after a DELETE, or a 412 after a PUT, can be its result.
   */
  attempts: number;
}

/** A request that did not succeed. */
export class ApiError extends Error implements ErrorFacts {
  override readonly name: string = 'ApiError';
  /** The HTTP status, or 0 without a reply. */
  readonly status: number;
  readonly codigo: ErrorCode | undefined;
  readonly errors: Fault[];
  readonly details: Details | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly attempts: number;

  constructor(
    { status, message, codigo, errors = [], details, requestId, retryAfter, attempts }: ErrorFacts,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = status;
    this.codigo = codigo;
    this.errors = errors;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.attempts = attempts;
  }
}

/** 304: the record has not changed since the version of `If-None-Match`. */
export class NotModified extends ApiError {
  override readonly name = 'NotModified';
}
/** 400: `fields` has the faulty fields or parameters, `rows` the faulty rows of an import. */
export class InvalidInput extends ApiError {
  override readonly name = 'InvalidInput';

  /**
   * The first message of each field, nested ones by dotted path, in whichever shape `details` has them. Empty when
   * `message` says all.
   */
  get fields(): Record<string, string> {
    const { details = [] } = this;
    const messages =
      this.errors.length > 0
        ? this.errors.flatMap(({ campo, mensagem, linha }) => (linha === undefined ? [[campo, mensagem] as const] : []))
        : Array.isArray(details)
          ? details.flatMap(({ path, message }) =>
              Array.isArray(path) ? [[path.join('.') || 'body', message] as const] : [],
            )
          : Object.entries(details);
    const fields = new Map<string, string>();
    for (const [field, message] of messages)
      if (typeof message === 'string' && !fields.has(field)) fields.set(field, message);
    return Object.fromEntries(fields);
  }

  /** The faulty rows of an import's file, the first hundred. */
  get rows(): RowFault[] {
    const rows = new Map<number, RowFault>();
    for (const { linha, campo, mensagem } of this.errors) {
      if (linha === undefined) continue;
      const row = rows.get(linha) ?? { linha, campos: {} };
      row.campos[campo] ??= mensagem;
      rows.set(linha, row);
    }
    if (rows.size > 0) return [...rows.values()];
    const told = this.details && !Array.isArray(this.details) ? this.details.linhas : undefined;
    return Array.isArray(told) ? told : [];
  }
}
/** 401: the key is missing, unknown, revoked or expired. */
export class Unauthorized extends ApiError {
  override readonly name = 'Unauthorized';
}
/** 403: the company is inactive, or the key may not do this. */
export class Forbidden extends ApiError {
  override readonly name = 'Forbidden';
}
/** 404 */
export class NotFound extends ApiError {
  override readonly name = 'NotFound';
}
/** 409: a value is taken, a record is still in use, or a status change is not allowed. */
export class Conflict extends ApiError {
  override readonly name = 'Conflict';
}
/** 410: the cursor of a changes feed is too old. Start again with an empty one. */
export class CursorExpired extends ApiError {
  override readonly name = 'CursorExpired';
}
/** 412: the record has another version than the one of `If-Match`. */
export class VersionMismatch extends ApiError {
  override readonly name = 'VersionMismatch';
}
/** 422: the `Idempotency-Key` was used for another request. */
export class KeyReused extends ApiError {
  override readonly name = 'KeyReused';
}
/** 429: too many requests, also after the retries. */
export class TooManyRequests extends ApiError {
  override readonly name = 'TooManyRequests';
}
/** 5xx: the API, or a part that it needs, failed; a 503 also after the retries. */
export class Unavailable extends ApiError {
  override readonly name = 'Unavailable';
}
/** No reply arrived, also after the retries. The request may have taken effect. `cause` has the last failure. */
export class NoReply extends ApiError {
  override readonly name = 'NoReply';
}

const classes: { [status: number]: typeof ApiError } = {
  304: NotModified,
  400: InvalidInput,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: CursorExpired,
  412: VersionMismatch,
  422: KeyReused,
  429: TooManyRequests,
};

const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null;

/** The error for a reply that cannot be used. Something between caller and API may have answered: any body is possible. */
export const errorFrom = (
  { status, headers }: Response,
  body: unknown,
  { attempts, retryAfter }: Pick<ErrorFacts, 'attempts' | 'retryAfter'>,
): ApiError => {
  const { detail, error = detail, codigo, errors, details } = isObject(body) ? body : {};
  const Class = classes[status] ?? (status >= 500 ? Unavailable : ApiError);
  return new Class({
    status,
    message: typeof error === 'string' ? error : `O servidor respondeu ${status}`,
    codigo: typeof codigo === 'string' ? (codigo as ErrorCode) : undefined,
    errors: Array.isArray(errors) ? errors : [],
    details: isObject(details) ? (details as Details) : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter,
    attempts,
  });
};

/** A successful reply that the caller did not ask for in this form, or a page of something between caller and API. */
export const notJson = (response: Response, type: string, attempts: number): ApiError =>
  errorFrom(
    response,
    { error: `A resposta não é JSON (${type}): leia-a com parseAs` },
    { attempts, retryAfter: undefined },
  );

export const noReply = (attempts: number, cause: unknown): NoReply =>
  new NoReply({ status: 0, message: 'Sem resposta do servidor', attempts }, { cause });
