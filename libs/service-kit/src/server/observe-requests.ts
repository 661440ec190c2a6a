import { attributeNames, isTelemetryOn, observeRequest } from '@representa/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { finalStatusOf, onReply } from './on-reply.ts';

/** Without the query, which may hold personal data. The router takes a `#` for its beginning, too. */
export const withoutQuery = (url: string): string => {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
};

/**
 * Starts a span for every request and counts its duration by route. Later hooks and handlers read the span's traceparent.
 * `empresaOf` is asked when the request is over.
 */
export const observeRequests = (
  app: FastifyInstance,
  empresaOf: (request: FastifyRequest) => string | undefined,
): void => {
  if (!isTelemetryOn()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request;
    const caller = { traceparent: headers.traceparent as string | undefined };
    const route = routeOptions.url;
    const observation = observeRequest(caller, {
      duration: 'http.server.request.duration',
      name: route ? `${method} ${route}` : method,
      attributes: {
        [attributeNames.httpMethod]: method,
        ...(route && { [attributeNames.httpRoute]: route }),
        [attributeNames.urlScheme]: 'http',
      },
    });
    if (!observation) return done();
    if (observation.traceparent) headers.traceparent = observation.traceparent;
    if (!observation.isCounted) return done();
    onReply(reply, () => {
      const status = finalStatusOf(reply);
      const empresa = empresaOf(request);
      observation.end({
        attributes: { [attributeNames.httpStatus]: status },
        spanAttributes: observation.isRecording
          ? {
              [attributeNames.urlPath]: withoutQuery(request.url),
              [attributeNames.serverAddress]: request.hostname,
              [attributeNames.requestId]: request.id,
              ...(empresa && { [attributeNames.empresaId]: empresa }),
            }
          : undefined,
        errorType: status >= 500 ? String(status) : undefined,
      });
    });
    done();
  });
};
