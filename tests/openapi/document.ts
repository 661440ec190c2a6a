import { setTimeout as pause } from 'node:timers/promises';
import { headers, openapiPath } from '@representa/contracts';
import { type App, makeServer, type OpenApiPart, type ServiceDependencies } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { addAdmin, adminPrefix } from '../../gateway/src/admin/admin.app.ts';
import { adminDocument } from '../../gateway/src/admin/document.ts';
import { joinDocument } from '../../gateway/src/docs/document.ts';
import { addKeys } from '../../gateway/src/keys/add-keys.ts';
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
  sql: nothing,
  messaging: nothing,
  log: nothing,
} as ServiceDependencies;

const askedAgainMs = 200;

/** On a busy machine a service takes the time that its own start took for an overload, and refuses. */
const partOf = async (app: App, tries = 20): Promise<OpenApiPart> => {
  const reply = await app.inject({ url: openapiPath, headers: { [headers.gatewaySecret]: secret } });
  if (reply.statusCode === 200) return reply.json();
  if (reply.statusCode !== 503 || tries === 0) throw new Error(reply.body);
  await pause(askedAgainMs);
  return partOf(app, tries - 1);
};

/** Of operations that the gateway answers itself. */
const gatewayPart = async (prefix: string, addRoutes: (scope: App) => () => OpenApiPart): Promise<OpenApiPart> => {
  const app = makeServer(nothing as Logger);
  let describe: () => OpenApiPart = () => nothing as OpenApiPart;
  app.register(
    async (scope) => {
      describe = addRoutes(scope as unknown as App);
    },
    { prefix },
  );
  await app.ready();
  return describe();
};

/** The document that the gateway serves, made without a running system. */
export const makeDocument = async (): Promise<object> => {
  const parts = [makeSales, makeCatalog, makeClients].map((make) => partOf(make(dependencies)));
  const keys = gatewayPart('/api/v1', (scope) => addKeys(scope as never, nothing as never));
  return joinDocument(await Promise.all([...parts, keys]));
};

/** The document of the operator's API. */
export const makeAdminDocument = async (): Promise<object> =>
  adminDocument(await gatewayPart(adminPrefix, (scope) => addAdmin(scope, nothing as never)));
