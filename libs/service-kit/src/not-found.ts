import type { FastifyInstance } from 'fastify';
import { routeNotFound } from './kit.errors.ts';

/**
 * What is sent to nowhere is not read, since it may be anything; but who sends it is looked at first, by the hooks that
 * `app` has now. In a scope of its own, since a hook that every request passes costs every request.
 */
export const addNotFound = (app: FastifyInstance): void => {
  app.register(async (nowhere) => {
    nowhere.addHook('preParsing', (_request, _reply, _payload, done) => done(routeNotFound()));
    nowhere.setNotFoundHandler(() => {
      throw routeNotFound();
    });
  });
};
