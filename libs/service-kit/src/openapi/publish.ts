import { openapiPath } from '@representa/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ErrorComponents } from './describe-errors.ts';
import { type DocumentedRoute, describeOperation, type Operation, pathOf } from './describe-operation.ts';
import type { Tag } from './docs.ts';

/** A process's part of the document; the gateway joins the parts. */
export interface OpenApiPart {
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
  components: ErrorComponents;
}

const describe = (routes: readonly DocumentedRoute[]): OpenApiPart => {
  const tags = new Map<string, Tag>();
  const paths: OpenApiPart['paths'] = {};
  const components: ErrorComponents = { schemas: {}, examples: {} };
  // A PUT before the PATCH that is the same.
  for (const route of routes.toSorted((a, b) => Number(a.method === 'PATCH') - Number(b.method === 'PATCH'))) {
    const { tag } = route.config.docs;
    tags.set(tag.name, tag);
    const operation = describeOperation(route, components);
    const path = pathOf(route.url);
    for (const method of [route.method].flat()) paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return { tags: [...tags.values()], paths, components };
};

// Fastify adds a HEAD to every GET by itself.
const isDocumented = (route: RouteOptions): route is DocumentedRoute =>
  route.config?.docs !== undefined && route.method !== 'HEAD';

/** Returns how to describe the routes with docs that are added after this call, also in scopes of the app. */
export const collectOpenApi = (app: FastifyInstance): (() => OpenApiPart) => {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', (route) => {
    if (isDocumented(route)) routes.push(route);
  });
  return () => describe(routes);
};

/** Describes every route with docs that is added after this call, at a path that only the gateway can ask for. */
export const publishOpenApi = (app: FastifyInstance): void => {
  const describeRoutes = collectOpenApi(app);
  let text: string | undefined;
  app.get(openapiPath, (_request, reply) => {
    text ??= JSON.stringify(describeRoutes());
    return reply.type('application/json; charset=utf-8').send(text);
  });
};
