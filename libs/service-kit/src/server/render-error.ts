import { Unavailable } from '@representa/messaging';
import { cannotWrite, isDatabaseUnavailable } from '@representa/postgres';
import { Refused } from '@representa/queues';
import { codeOf, reasonOf, traceFieldsOf } from '@representa/telemetry';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { errorBodyFor } from '../error-body.ts';
import { HttpError } from '../http-error.ts';
import * as errors from '../kit.errors.ts';
import { answerTo, nameLimiter, refusalIn } from '../overload/refusals.ts';
import { InvalidInput, renderInvalidInput } from '../validation/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields of the log line that say why the request was answered with a 5xx. */
    failureLog: object | null;
  }
  interface FastifyInstance {
    /** The server writes a line for every request, which tells its failure too. */
    logsRequests: boolean;
  }
}

/** An outage is logged by its reason: a stack for each request would fill the log. A bug is logged with its stack. */
const describeFailure = (error: unknown, isOutage: boolean): object =>
  isOutage ? { reason: reasonOf(error) } : { err: error };

/** One line per failed request. Where every request has a line, the failure is part of it. */
const logFailure = (request: FastifyRequest, error: unknown, isOutage: boolean): void => {
  const failure = describeFailure(error, isOutage);
  request.failureLog = failure;
  if (request.server.logsRequests) return;
  const { id: request_id, method, routeOptions, call } = request;
  const { empresa_id, key, address: client_address } = call ?? {};
  const fields = {
    request_id,
    ...traceFieldsOf(request.headers.traceparent),
    empresa_id,
    key_id: key?.id,
    key_prefix: key?.prefix,
    client_address,
  };
  request.log.error({ ...failure, method, route: routeOptions.url, ...fields }, 'request failed');
};

/** What a caller is told of an error: never its internals. */
const toHttpError = (error: unknown, request: FastifyRequest): HttpError => {
  if (error instanceof HttpError) return error;
  if (error instanceof Refused) return answerTo(error);
  if (error instanceof InvalidInput) return renderInvalidInput(error, request.routeOptions.config);
  const isOutage = error instanceof Unavailable || isDatabaseUnavailable(error) || cannotWrite(error);
  if (isOutage) return errors.serviceUnavailable();
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errors.bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errors.unsupportedMediaType(request.routeOptions.config.bodyType);
    case 'FST_ERR_BAD_URL':
      return errors.malformedUrl();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return errors.invalidInput();
    default:
      return errors.internalError(request.routeOptions.config.failureMessage);
  }
};

/** An HttpError that was thrown is an answer that the code chose: there is no fault to look for. */
const logFault = (request: FastifyRequest, error: unknown, answer: HttpError): void => {
  if (answer.status >= 500 && error !== answer && !(error instanceof Refused))
    logFailure(request, error, answer.status === 503);
};

export const renderError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const answer = toHttpError(error, request);
  const refused = refusalIn(error);
  if (refused) nameLimiter(request, reply, refused);
  logFault(request, error, answer);
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  const { type, text } = errorBodyFor(answer, { accept: request.headers.accept, requestId: request.id });
  // To a text Fastify would add a charset, which the type of RFC 9457 does not have.
  void reply.code(answer.status).type(type).send(Buffer.from(text));
};

/** Fastify's own lines do not name the request. */
export class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  /** A reply breaks off. Its head was sent, so no error handler is called. */
  override streamError(error: Error, request: FastifyRequest): void {
    const hasCallerLeft = codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE';
    if (hasCallerLeft) return;
    request.brokenOffBy = toHttpError(error, request);
    logFault(request, error, request.brokenOffBy);
  }
}
