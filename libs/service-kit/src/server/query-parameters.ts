import type { FastifyInstance } from 'fastify';
import { malformedUrl } from '../kit.errors.ts';
import { parametersOf, type RouteSchemas } from '../openapi/parameters.ts';
import { type FoundIssue, type InvalidInput, invalidIssues } from '../validation/validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The names in the route's querystring schema. */
    queryParameters?: ReadonlySet<string>;
  }
}

export const unknownParameter = (name: string): InvalidInput =>
  invalidIssues([{ path: [name], codigo: 'parameter.unknown' }]);

const queryOf = (url = ''): string => url.split('?').slice(1).join('?');

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * A query whose escapes are not UTF-8 is a 400: Fastify's parser would leave them as they are, and a search would find nothing.
 * An unknown query parameter, or one that is given twice, is a 400 that names it: a filter that is ignored would show the wrong
 * records (decision 25).
 */
export const checkQueryParameters = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const { querystring } = (route.schema ?? {}) as RouteSchemas;
    const names = parametersOf(querystring, 'query', { fields: {} }).map(({ name }) => name);
    route.config = { ...route.config, queryParameters: new Set(names) };
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (!isDecodable(queryOf(request.raw.url))) return done(malformedUrl());
    const known = request.routeOptions.config.queryParameters;
    const issues = Object.entries(request.query as object).flatMap(([name, value]): FoundIssue[] => {
      if (!known?.has(name)) return [{ path: [name], codigo: 'parameter.unknown' }];
      return Array.isArray(value) ? [{ path: [name], codigo: 'parameter.repeated' }] : [];
    });
    done(issues.length > 0 ? invalidIssues(issues) : undefined);
  });
};
