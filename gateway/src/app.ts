import { keyChanged } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { type App, addHealth, routeNotFound } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { Redis } from 'ioredis';
import { makeAdmission } from './admission.ts';
import { type Config, isProduction } from './config.ts';
import { makeAuthentication } from './empresas/authenticate.ts';
import { demoKeys } from './empresas/demo.ts';
import { type EmpresasRepository, makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { makeKeyCache } from './empresas/key-cache.ts';
import { addProxy } from './proxy.ts';
import { makeRateLimit } from './rate-limit.ts';
import { makeGatewayServer } from './server.ts';
import { makeUpstream } from './upstreams.ts';

interface Dependencies {
  config: Config;
  log: Logger;
  database: Database;
  messaging: Messaging;
  redis: Redis;
}

const api = '/api/v1';
const longestWaitForNatsMs = 5_000;
const longestProbeMs = 1_000;

export const makeApp = ({ config, log, database, messaging, redis }: Dependencies): App => {
  const empresas = makeEmpresasRepository(database);
  const { authenticate, forget } = makeAuthentication({
    empresas,
    cache: makeKeyCache(redis),
    refusedKeys: isProduction(config) ? demoKeys : new Set(),
  });
  messaging.hear(keyChanged, ({ key_hashes }) => forget(key_hashes));
  const admission = makeAdmission({ authenticate, isTooMuch: makeRateLimit(config.RATE_LIMIT_PER_SECOND) });

  const app = makeGatewayServer(log, api, admission);
  addHealth(app, { started: startedWhen(empresas, messaging) });

  const sales = makeUpstream(config.SALES_URL);
  const catalog = makeUpstream(config.CATALOG_URL);
  const clients = makeUpstream(config.CLIENTS_URL);
  const proxies = { '/sales': sales, '/products': catalog, '/representadas': catalog, '/clients': clients };
  app.register(
    async (scope) => {
      scope.addHook('onRequest', admission);
      scope.setNotFoundHandler(() => {
        throw routeNotFound();
      });
      for (const [prefix, upstream] of Object.entries(proxies)) addProxy(scope, { prefix, upstream, ...config });
    },
    { prefix: api },
  );

  app.addHook('onClose', async () => {
    redis.disconnect();
    await Promise.allSettled([sales.close(), catalog.close(), clients.close(), messaging.close(), database.end()]);
  });
  return app;
};

/** Keys come from the database. NATS only makes changes known sooner, so without it a start is late, not impossible. */
const startedWhen = (empresas: EmpresasRepository, messaging: Messaging): (() => Promise<boolean>) => {
  const begun = performance.now();
  return async () =>
    (messaging.connected || performance.now() - begun > longestWaitForNatsMs) &&
    (await empresas.answers(Date.now() + longestProbeMs));
};
