import { addIdempotency } from '@representa/idempotency';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { type App, addHealth, dependenciesAnswered, makeServer, requireGateway } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { Config } from './config.ts';
import { answerQuestions } from './messaging/answers.ts';
import { makeReferencesRepository } from './references/references.repository.ts';
import { makeReferences } from './references/references.ts';
import { makeCreateSale } from './sales/create-sale.ts';
import { makeSalesRepository } from './sales/sales.repository.ts';
import { salesRoutes } from './sales/sales.routes.ts';

interface Dependencies {
  config: Pick<Config, 'GATEWAY_SECRET' | 'REQUEST_TIMEOUT_MS'>;
  sql: Database;
  messaging: Messaging;
  log: Logger;
  now?: () => Date;
}

export const makeApp = ({ config, sql, messaging, log, now = () => new Date() }: Dependencies): App => {
  const sales = makeSalesRepository(sql);
  const createSale = makeCreateSale({ sales, references: makeReferences(messaging), now });

  const app = makeServer(log);
  addHealth(app, { started: dependenciesAnswered(sql, messaging) });
  app.register(async (api: App) => {
    requireGateway(api, config.GATEWAY_SECRET, config.REQUEST_TIMEOUT_MS);
    salesRoutes(api, { sales, createSale, answerOnce: addIdempotency(api, sql, log) });
  });

  answerQuestions(messaging, makeReferencesRepository(sql));
  app.addHook('onClose', async () => {
    await messaging.close();
    await sql.end({ timeout: 1 });
  });
  return app;
};
