import { reasonOf, traceFieldsOf } from '@representa/telemetry';
import type { FastifyRequest } from 'fastify';

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
export const logFailure = (request: FastifyRequest, error: unknown, isOutage: boolean): void => {
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
