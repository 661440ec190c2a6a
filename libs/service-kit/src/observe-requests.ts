import { observe } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { onReplyOver } from './reply-over.ts';

/**
 * Every request as a span, the first of a trace or the next of its caller's, and in the durations by route. What is
 * read from its headers after this, or sent on with them, belongs to it.
 */
export const observeRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request;
    const caller = { traceparent: headers.traceparent as string | undefined };
    const route = routeOptions.url ?? 'none';
    const work = { kind: 'http', answering: true, name: `${method} ${route}`, labels: { method, route } } as const;
    const observation = observe(caller, work);
    if (!observation) return done();
    headers.traceparent = observation.traceparent;
    onReplyOver(reply, () => {
      const { statusCode: status } = reply;
      observation.end({ failed: status >= 500, attributes: { status } });
    });
    done();
  });
};
