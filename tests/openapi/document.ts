import { setTimeout as pause } from 'node:timers/promises';
import { headers, openapiPath } from '@representa/contracts';
import type { App, OpenApiPart, ServiceDependencies } from '@representa/service-kit';
import { joinDocument } from '../../gateway/src/docs/document.ts';
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

const partOf = async (app: App, tries = 20): Promise<OpenApiPart> => {
  const reply = await app.inject({ url: openapiPath, headers: { [headers.gatewaySecret]: secret } });
  // Making the routes blocks the event loop, which a service on a busy machine takes for overload.
  if (reply.statusCode === 503 && tries > 0) {
    await pause(200);
    return partOf(app, tries - 1);
  }
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json();
};

/** The document that the gateway serves, made without a running system. */
export const makeDocument = async (): Promise<object> =>
  joinDocument(await Promise.all([makeSales, makeCatalog, makeClients].map((make) => partOf(make(dependencies)))));
