import { observe } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';

/** Every request as a span in its caller's trace, and in the durations by route. What it asks others belongs to it. */
export const observeRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, call } = request;
    const route = routeOptions.url ?? 'none';
    const work = { kind: 'http', answering: true, name: `${method} ${route}`, attributes: { method, route } } as const;
    const observation = observe(call, work);
    if (!observation) return done();
    request.call = { ...call, traceparent: observation.traceparent };
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      observation.end({ failed: statusCode >= 500, attributes: { status: statusCode } });
    });
    done();
  });
};
