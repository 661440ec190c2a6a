import { headers, openapiPath } from '@representa/contracts';
import type { App } from '@representa/service-kit';
import { collectOpenApi, type OpenApiPart } from '@representa/service-kit/openapi';
import { makeServer, type ServiceDependencies } from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import { makeAdmin } from '../../gateway/src/admin/admin.app.ts';
import { joinDocument } from '../../gateway/src/docs/document.ts';
import { addOwnOperations } from '../../gateway/src/own-operations.ts';
import { makeApp as makeCatalog } from '../../services/catalog/src/app.ts';
import { makeApp as makeClients } from '../../services/clients/src/app.ts';
import { makeApp as makeSales } from '../../services/sales/src/app.ts';

const secret = 'not a secret at all';
// Routes are described without a database, NATS or a log.
const nothing: unknown = new Proxy(() => {}, {
  get: (_target, name) => (name === 'then' ? undefined : nothing),
  apply: () => nothing,
});
const dependencies = {
  config: { GATEWAY_SECRET: [secret], REQUEST_TIMEOUT_MS: 1_000, MAX_IN_FLIGHT: 10 },
  database: nothing,
  messaging: nothing,
  log: nothing,
} as ServiceDependencies;

/**
 * A route without docs would be missing from the document. Fastify adds HEAD to every GET, and `answerOtherMethods` adds a
 * route with OPTIONS to every path.
 */
const requireDocs = (app: App): App =>
  app.addHook('onRoute', ({ method, url, config }) => {
    const isOperation = /^\/(api|admin)\/v1\//.test(url) && method !== 'HEAD' && !method.includes('OPTIONS');
    if (isOperation && !config?.docs) throw new Error(`${method} ${url} has no docs`);
  });

const partOf = async (app: App): Promise<OpenApiPart> => {
  const reply = await app.inject({ url: openapiPath, headers: { [headers.gatewaySecret]: secret } });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json();
};

/** Of the operations that the gateway answers itself. */
const ownPart = async (): Promise<OpenApiPart> => {
  const app = requireDocs(makeServer(nothing as Logger));
  const describe = collectOpenApi(app);
  app.register(async (scope: App) => addOwnOperations(scope, nothing as never), { prefix: '/api/v1' });
  await app.ready();
  return describe();
};

/** The document that the gateway serves, made without a running system. */
export const makeDocument = async (): Promise<object> => {
  const parts = [makeSales, makeCatalog, makeClients].map((make) => partOf(requireDocs(make(dependencies))));
  return joinDocument(await Promise.all([...parts, ownPart()]));
};

/** The document of the operator's API. */
export const makeAdminDocument = async (): Promise<object> =>
  (await requireDocs(makeAdmin(nothing as never)).inject('/openapi.json')).json();
