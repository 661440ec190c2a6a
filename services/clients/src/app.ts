import { addIdempotency } from '@representa/idempotency';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { makeReferenceOwner } from '@representa/references';
import { type App, addHealth, dependenciesAnswered, makeServer, requireGateway } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import { makeClientsRepository } from './clients/clients.repository.ts';
import { clientsRoutes } from './clients/clients.routes.ts';
import { makeDeleteClient } from './clients/delete-client.ts';
import { makeUpdateClient } from './clients/update-client.ts';
import type { Config } from './config.ts';
import { answerQuestions } from './messaging/answers.ts';

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  sql: Database;
  messaging: Messaging;
  log: Logger;
}

export const makeApp = ({ config, sql, messaging, log }: Dependencies): App => {
  const clients = makeClientsRepository(sql);
  const owner = makeReferenceOwner({ kind: 'client', sql, messaging, log, remove: clients.remove });
  const updateClient = makeUpdateClient({ clients, pushRename: owner.pushRename });
  const deleteClient = makeDeleteClient(owner);

  const app = makeServer(log);
  addHealth(app, { started: dependenciesAnswered(sql, messaging) });
  app.register(async (api: App) => {
    requireGateway(api, config.GATEWAY_SECRET, config.REQUEST_TIMEOUT_MS);
    clientsRoutes(api, { clients, updateClient, deleteClient, answerOnce: addIdempotency(api, sql, log) });
  });

  answerQuestions(messaging, clients);
  owner.sweeper.start();
  app.addHook('onClose', async () => {
    owner.sweeper.stop();
    await messaging.close();
    await sql.end({ timeout: 1 });
  });
  return app;
};
