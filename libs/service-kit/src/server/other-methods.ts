import { METHODS } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { methodNotAllowed, routeNotFound } from '../kit.errors.ts';
import type { OperationDocs } from '../openapi/docs.ts';

/**
 * Unknown routes: the hooks of `app` run (authentication), the body is not read, the answer is 404. The handler is set in a scope
 * of its own, so that the preParsing hook runs for unknown routes only.
 */
export const addNotFound = (app: FastifyInstance): void => {
  app.register(async (scope) => {
    scope.addHook('preParsing', (_request, _reply, _payload, done) => done(routeNotFound()));
    scope.setNotFoundHandler(() => {
      throw routeNotFound();
    });
  });
};

/** In the order of `Allow`. */
const defaultMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Every method that Node's HTTP parser takes, so that none of them is a 404 on a known path. */
export const allMethods = METHODS as HTTPMethods[];

/** Of itself Fastify has routes for nine methods only. */
export const addAllMethods = (app: FastifyInstance): void => {
  for (const method of allMethods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // Its body is not read, as no path has this method. Otherwise Fastify fails without a Content-Type, before the 405.
  app.addHttpMethod('QUERY', { overrideExisting: true });
};

const asPatch = (docs: OperationDocs): OperationDocs => ({
  ...docs,
  operationId: docs.operationId.replace(/^update/, 'patch'),
  summary: `${docs.summary} (PATCH)`,
});

/** Every PUT of `app` changes only what is sent, as a PATCH does: each has a PATCH that is the same. Its hook must be the first. */
export const addPatches = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'PUT') return;
    const { docs } = route.config ?? {};
    app.route({
      ...route,
      method: 'PATCH',
      url: route.url.slice(app.prefix.length),
      config: { ...route.config, ...(docs && { docs: asPatch(docs) }) },
    });
  });
};

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
    const allow = defaultMethods.filter((method) => ofPath.has(method)).join(', ');
    app.route({
      // Routes are reported with the prefix that is added to them.
      url: url.slice(app.prefix.length),
      method: allMethods.filter((method) => method === 'OPTIONS' || !ofPath.has(method)),
      preParsing: (request, reply, _payload, done) => {
        reply.header('allow', allow);
        if (request.method === 'OPTIONS') reply.code(204).send();
        else done(methodNotAllowed());
      },
      handler: () => {},
    });
  }
};
