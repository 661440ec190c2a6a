import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import type { Logger } from '@representa/telemetry';
import { publishOpenApi } from '../openapi/publish.ts';
import { limitWork, validateInTurn } from '../overload/work.ts';
import type { ProcessConfig } from '../process/config.ts';
import { addHealth } from '../process/health.ts';
import { missingDependencies } from '../process/missing-dependencies.ts';
import { describeVersions } from '../replies/describe-versions.ts';
import { checkBodies } from '../validation/check-bodies.ts';
import { requireGateway } from './identity.ts';
import { observeRequests } from './observe-requests.ts';
import { addPatches, answerOtherMethods } from './other-methods.ts';
import { checkQueryParameters } from './query-parameters.ts';
import { type App, makeServer } from './server.ts';

/** What every service is given. */
export interface ServiceDependencies {
  config: Pick<
    ProcessConfig,
    'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS' | 'MAX_IN_FLIGHT' | 'AUDIT_RETENTION_DAYS' | 'AUDIT_SIGNING_KEY'
  >;
  database: Database;
  messaging: Messaging;
  /** The migrations and functions that the service was built with; it is not ready without them. */
  sqlNames?: readonly string[];
  log: Logger;
}

/** The server of a service: its routes, which only the gateway may ask, and its health, which anybody may. */
export const makeService = (
  { config, database, messaging, sqlNames = [], log }: ServiceDependencies,
  addRoutes: (api: App) => void,
): App => {
  const app = makeServer(log);
  addHealth(app, {
    missing: missingDependencies({ database, messaging, sqlNames, log }),
    onStarted: messaging.startAnswering,
  });
  app.register(async (api: App) => {
    // When a route is added.
    addPatches(api);
    describeVersions(api);
    publishOpenApi(api);
    // On each request, in this order: before its body is read,
    observeRequests(api, ({ call }) => call?.empresa_id);
    requireGateway(api, config.GATEWAY_SECRET, config.REQUEST_TIMEOUT_MS);
    limitWork(api, config.MAX_IN_FLIGHT);
    // before it is validated, and after that.
    validateInTurn(api);
    checkQueryParameters(api);
    checkBodies(api);
    answerOtherMethods(api, () => addRoutes(api));
  });
  app.addHook('onClose', async () => {
    await messaging.close();
    await database.end({ timeout: 1 });
  });
  return app;
};
