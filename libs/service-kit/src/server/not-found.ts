import type { FastifyInstance } from 'fastify';
import { routeNotFound } from '../kit.errors.ts';

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
