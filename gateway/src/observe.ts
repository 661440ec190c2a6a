import { observe } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';

/** Every request as a span, the first of a trace or the next of its caller's. What the services do belongs to it. */
export const observeRequests = (api: FastifyInstance): void => {
  api.addHook('onRequest', ({ method, routeOptions, headers }, reply, done) => {
    const route = routeOptions.url ?? 'none';
    const caller = { traceparent: headers.traceparent as string | undefined };
    const work = { kind: 'http', answering: true, name: `${method} ${route}`, attributes: { method, route } } as const;
    const observation = observe(caller, work);
    if (!observation) return done();
    headers.traceparent = observation.traceparent;
    reply.raw.once('close', () => {
      const { statusCode: status } = reply;
      observation.end({ failed: status >= 500, attributes: { status } });
    });
    done();
  });
};
