import cors from '@fastify/cors';
import { findEmpresa, keyChanged } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import {
  type App,
  addHealth,
  addNotFound,
  dependenciesAnswered,
  makeOverloadHook,
  observeRequests,
} from '@representa/service-kit';
import { isTelemetryOn, type Logger } from '@representa/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { makeAdmission } from './admission.ts';
import { type Config, isProduction } from './config.ts';
import { corsFor } from './cors.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { makeReadParts } from './docs/parts.ts';
import { makeAuthentication } from './empresas/authenticate.ts';
import { demoEmpresas, demoKeys } from './empresas/demo.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { makeKeyCache } from './empresas/key-cache.ts';
import { addProxy } from './proxy.ts';
import { makeRateLimit } from './rate-limit.ts';
import { makeReadBody } from './read-body.ts';
import { makeGatewayServer } from './server.ts';
import { makeUpstream } from './upstream.ts';

interface Dependencies {
  config: Config;
  sql: Database;
  messaging: Messaging;
  redis: Redis;
  log: Logger;
}

const prefix = '/api/v1';

export const makeApp = ({ config, sql, messaging, redis, log }: Dependencies): App => {
  const empresas = makeEmpresasRepository(sql);
  const { authenticate, forget } = makeAuthentication({
    empresas,
    cache: makeKeyCache(redis),
    refusedKeys: isProduction(config) ? demoKeys : new Set(),
  });
  messaging.hear(keyChanged, ({ key_hashes }) => forget(key_hashes));
  messaging.answer(findEmpresa, ({ empresa_id }, caller) => empresas.findName(caller, empresa_id));
  const admission = makeAdmission({ authenticate, isTooMuch: makeRateLimit(config.RATE_LIMIT_PER_SECOND) });

  const sales = makeUpstream(config.SALES_URL, log);
  const catalog = makeUpstream(config.CATALOG_URL, log);
  const clients = makeUpstream(config.CLIENTS_URL, log);

  const readParts = makeReadParts({
    services: [config.SALES_URL, config.CLIENTS_URL, config.CATALOG_URL],
    secret: config.GATEWAY_SECRET[0] as string,
    log,
  });

  const app = makeGatewayServer(log, prefix, admission);
  addHealth(app, { started: dependenciesAnswered(sql, messaging) });
  const demoKey = isProduction(config) ? undefined : demoEmpresas[0]?.key;
  app.register(async (scope) => docsRoutes(scope, { readParts, demoKey }));
  app.register(
    async (api) => {
      if (isTelemetryOn()) observeRequests(api);
      if (config.CORS_ORIGINS.length > 0) await api.register(cors, corsFor(config.CORS_ORIGINS));
      api.addHook('onRequest', admission);
      api.addHook('preHandler', makeReadBody(log));
      // Only complete requests of known companies take a place: nobody can hold one by sending slowly.
      const tenantOf = ({ keyHolder }: FastifyRequest): string => keyHolder.empresa_id;
      const takePlace = makeOverloadHook(api, { mostInFlight: config.MAX_IN_FLIGHT, log, tenantOf });
      const dependencies = { takePlace, config, log };
      addNotFound(api);
      addProxy(api, '/sales', sales, dependencies);
      addProxy(api, '/commissions', sales, dependencies);
      addProxy(api, '/reports', sales, dependencies);
      addProxy(api, '/products', catalog, dependencies);
      addProxy(api, '/representadas', catalog, dependencies);
      addProxy(api, '/clients', clients, dependencies);
    },
    { prefix },
  );
  app.addHook('onClose', async () => {
    redis.disconnect();
    for (const upstream of [sales, catalog, clients]) upstream.close();
    await Promise.all([messaging.close(), sql.end({ timeout: 1 })]);
  });
  return app;
};
