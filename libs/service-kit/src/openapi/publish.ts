import { openapiPath } from '@representa/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describeOperation, type Operation, pathOf } from './describe-operation.ts';
import type { Tag } from './docs.ts';
import type { JsonSchema } from './json-schema.ts';

/** A process's part of the document; the gateway joins the parts. */
export interface OpenApiPart {
  tags: Tag[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const describe = (routes: readonly RouteOptions[]): OpenApiPart => {
  const tags = new Map<string, Tag>();
  const paths: OpenApiPart['paths'] = {};
  const schemas: Record<string, JsonSchema> = {};
  for (const route of routes) {
    for (const method of [route.method].flat()) {
      const { tag, ...operation } = describeOperation(method, route, schemas);
      if (tag) tags.set(tag.name, tag);
      const path = pathOf(route.url);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return { tags: [...tags.values()], paths, components: { schemas } };
};

/** Returns how to describe the routes that are added after this call. */
export const collectOpenApi = (app: FastifyInstance): (() => OpenApiPart) => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    // Fastify adds a HEAD to every GET by itself.
    if (route.method !== 'HEAD' && route.url !== openapiPath && !route.config?.undocumented) routes.push(route);
  });
  return () => describe(routes);
};

/** Describes every route that is added after this call, at a path that only the gateway can ask for. */
export const publishOpenApi = (app: FastifyInstance): void => {
  const describeRoutes = collectOpenApi(app);
  let text: string | undefined;
  app.get(openapiPath, (_request, reply) => {
    text ??= JSON.stringify(describeRoutes());
    return reply.type('application/json; charset=utf-8').send(text);
  });
};
