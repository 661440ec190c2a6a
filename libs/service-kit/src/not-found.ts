import type { FastifyInstance } from 'fastify';
import { routeNotFound } from './kit.errors.ts';

/**
 * What is sent to nowhere is not read, since it may be anything; but who sends it is looked at first, by the hooks of `app`.
 * In a scope of its own, since a hook that every request passes costs every request. The handler is what makes this the
 * scope of unknown routes; the hook answers before it.
 */
export const addNotFound = (app: FastifyInstance): void => {
  app.register(async (nowhere) => {
    nowhere.addHook('preParsing', (_request, _reply, _payload, done) => done(routeNotFound()));
    nowhere.setNotFoundHandler(() => {
      throw routeNotFound();
    });
  });
};
