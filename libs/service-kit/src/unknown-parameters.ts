import type { FastifyInstance } from 'fastify';
import { messages } from './openapi/openapi.schemas.ts';
import { parametersOf, type RouteSchemas } from './openapi/parameters.ts';
import { InvalidInput } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names in the route's querystring schema. */
    queryParameters?: ReadonlySet<string>;
  }
}

export const unknownParameters = (names: readonly string[]): InvalidInput =>
  new InvalidInput(
    names.map((name) => ({ code: 'custom', path: [name], message: messages.unknownParameter, input: undefined })),
  );

/** An unknown query parameter is a 400 that names it: a filter that is ignored would show the wrong records (decision 25). */
export const refuseUnknownParameters = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { querystring } = (route.schema ?? {}) as RouteSchemas;
    const names = parametersOf(querystring, 'query', {}).map(({ name }) => name);
    route.config = { ...route.config, queryParameters: new Set(names) };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const known = request.routeOptions.config.queryParameters;
    const unknown = Object.keys(request.query as object).filter((name) => !known?.has(name));
    done(unknown.length > 0 ? unknownParameters(unknown) : undefined);
  });
};
