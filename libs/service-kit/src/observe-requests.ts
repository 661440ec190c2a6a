import { attributeNames, observe } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { onReplyOver } from './reply-over.ts';

/** Starts a span for every request and counts its duration by route. Later hooks and handlers read the span's traceparent. */
export const observeRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request;
    const caller = { traceparent: headers.traceparent as string | undefined };
    const route = routeOptions.url ?? 'none';
    const labels = { [attributeNames.method]: method, [attributeNames.route]: route };
    const observation = observe(caller, { kind: 'http', answering: true, name: `${method} ${route}`, labels });
    if (!observation) return done();
    if (observation.traceparent) headers.traceparent = observation.traceparent;
    onReplyOver(reply, () => {
      const { statusCode: status } = reply;
      observation.end({ failed: status >= 500, attributes: { [attributeNames.status]: status } });
    });
    done();
  });
};
