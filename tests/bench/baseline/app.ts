import { callWithin } from '@representa/contracts';
import { type Database, sql } from '@representa/postgres';
import { addIdempotency } from '@representa/records';
import type { App } from '@representa/service-kit';
import { addHealth, checkBodies, limitWork, makeServer } from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import { makeAdmission } from '../../../gateway/src/admission.ts';
import { makeAuthentication } from '../../../gateway/src/authentication/authenticate.ts';
import { makeGuessLimit } from '../../../gateway/src/authentication/guess-limit.ts';
import { makeKeyCache } from '../../../gateway/src/authentication/key-cache.ts';
import { makeBeginRequest } from '../../../gateway/src/begin-request.ts';
import { makeKeysRepository } from '../../../gateway/src/keys/keys.repository.ts';
import type { RedisConnection } from '../../../gateway/src/redis.ts';
import { requestIdOf } from '../../../gateway/src/request-id.ts';
import { makeClientsRepository } from './clients/clients.repository.ts';
import { clientsRoutes } from './clients/clients.routes.ts';
import type { readConfig } from './config.ts';
import { representadasRoutes } from './representadas/representadas.routes.ts';
import { makeSalesRepository } from './sales/sales.repository.ts';
import { salesRoutes } from './sales/sales.routes.ts';

interface Dependencies {
  config: ReturnType<typeof readConfig>;
  database: Database;
  redis: RedisConnection;
  log: Logger;
}

export const makeApp = ({ config, database, redis, log }: Dependencies): App => {
  const { authenticate } = makeAuthentication({
    keys: makeKeysRepository(database),
    cache: makeKeyCache(redis),
    guesses: makeGuessLimit(),
    refusedKeys: new Set(),
  });
  // Without limits, as the product in the benchmark.
  const admission = makeAdmission({
    authenticate,
    limitOf: () => undefined,
    takeToken: async () => ({ isAllowed: true, remaining: 1, waitMs: 0 }),
    noteUse: () => {},
  });

  const app = makeServer(log, {
    behindGateway: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
  });
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = request.ip ?? '';
    done();
  });
  app.addHook('onRequest', makeBeginRequest(log));
  app.decorateRequest('keyHolder');
  app.decorateRequest('address', '');
  app.decorateRequest('deadlineFrom', 0);
  app.decorateRequest('call');
  addHealth(app, {
    missing: async () => {
      const rows = await database.within(callWithin(1_000), sql`select 1`);
      return rows.length === 1 ? [] : ['PostgreSQL'];
    },
  });
  app.register(async (api: App) => {
    limitWork(api, config.MAX_IN_FLIGHT);
    api.addHook('onRequest', admission);
    api.addHook('onRequest', (request, _reply, done) => {
      const { empresa_id, time_zone, key_id: id, prefix } = request.keyHolder;
      const deadline = performance.now() + config.REQUEST_TIMEOUT_MS;
      const key = { id, prefix };
      request.call = {
        empresa_id,
        time_zone,
        key,
        deadline,
        request_id: request.id,
        address: request.address,
        traceparent: undefined,
      };
      done();
    });
    checkBodies(api);
    const createOnce = addIdempotency(api, { database, log });
    salesRoutes(api, { sales: makeSalesRepository(database), createOnce });
    clientsRoutes(api, { clients: makeClientsRepository(database), createOnce });
    representadasRoutes(api, database);
  });
  app.addHook('onClose', async () => {
    redis.client.disconnect();
    await database.end({ timeout: 1 });
  });
  return app;
};
