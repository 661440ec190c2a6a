import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { makeReferenceOwner } from '@representa/references';
import { type App, addHealth, dependenciesAnswered, makeServer, requireGateway } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { Config } from './config.ts';
import { answerQuestions } from './messaging/answers.ts';
import { makeProductsRepository } from './products/products.repository.ts';
import { productsRoutes } from './products/products.routes.ts';
import { makeDeleteRepresentada } from './representadas/delete-representada.ts';
import { makeRemoveRepresentada } from './representadas/remove-representada.ts';
import { makeRepresentadasRepository } from './representadas/representadas.repository.ts';
import { representadasRoutes } from './representadas/representadas.routes.ts';
import { makeUpdateRepresentada } from './representadas/update-representada.ts';

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  sql: Database;
  messaging: Messaging;
  log: Logger;
}

/** Node reads no longer one. An id in the path may be any text, and one that is too long is one that does not exist. */
const longestUrl = 16_384;

export const makeApp = ({ config, sql, messaging, log }: Dependencies): App => {
  const products = makeProductsRepository(sql);
  const representadas = makeRepresentadasRepository(sql);
  const remove = makeRemoveRepresentada({ representadas, messaging });
  const owner = makeReferenceOwner({ kind: 'representada', sql, messaging, log, remove });
  const updateRepresentada = makeUpdateRepresentada({ representadas, pushRename: owner.pushRename });
  const deleteRepresentada = makeDeleteRepresentada(owner);

  const app = makeServer(log, { routerOptions: { maxParamLength: longestUrl } });
  addHealth(app, { started: dependenciesAnswered(sql, messaging) });
  app.register(async (api: App) => {
    requireGateway(api, config.GATEWAY_SECRET, config.REQUEST_TIMEOUT_MS);
    productsRoutes(api, { products });
    representadasRoutes(api, { representadas, updateRepresentada, deleteRepresentada });
  });

  answerQuestions(messaging, representadas);
  owner.sweeper.start();
  app.addHook('onClose', async () => {
    owner.sweeper.stop();
    await messaging.close();
    await sql.end({ timeout: 1 });
  });
  return app;
};
