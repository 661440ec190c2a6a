import type { FastifyInstance, HTTPMethods } from 'fastify';
import { methodNotAllowed } from '../kit.errors.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * For the routes that `addRoutes` adds: OPTIONS tells the methods of a path, and every other method that it does not have is a
 * 405 (decision 26). The body is not read.
 */
export const answerOtherMethods = (app: FastifyInstance, addRoutes: () => void): void => {
  const known = new Map<string, Set<string>>();
  let isAdding = true;
  app.addHook('onRoute', ({ url, method }) => {
    if (!isAdding) return;
    const ofPath = known.get(url) ?? new Set();
    known.set(url, ofPath);
    for (const one of [method].flat()) ofPath.add(one);
    // Fastify answers HEAD wherever there is a GET.
    if (ofPath.has('GET')) ofPath.add('HEAD');
    ofPath.add('OPTIONS');
  });
  addRoutes();
  isAdding = false;
  for (const [url, ofPath] of known) {
    const allow = methods.filter((method) => ofPath.has(method)).join(', ');
    app.route({
      // Routes are reported with the prefix that is added to them.
      url: url.slice(app.prefix.length),
      method: methods.filter((method) => method === 'OPTIONS' || !ofPath.has(method)),
      preParsing: (request, reply, _payload, done) => {
        reply.header('allow', allow);
        if (request.method === 'OPTIONS') reply.code(204).send();
        else done(methodNotAllowed());
      },
      handler: () => {},
    });
  }
};
