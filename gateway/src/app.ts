import cors from '@fastify/cors';
import { addRetention, makeAuditRepository } from '@representa/audit';
import { findEmpresa, importLimits, keyChanged } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import {
  type App,
  addHealth,
  addNotFound,
  collectOpenApi,
  importRunning,
  importsBusy,
  makeOverloadHook,
  makeSlots,
  missingDependencies,
  type OpenApiPart,
  observeRequests,
} from '@representa/service-kit';
import { isTelemetryOn, type Logger } from '@representa/telemetry';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { makeAdmin } from './admin/admin.app.ts';
import { type Admission, makeAdmission, makeRecheckKey } from './admission.ts';
import { makeReadAudit, type ReadAudit } from './audit/read-audit.ts';
import { makeAuditSources } from './audit/sources.ts';
import { makeAuthentication } from './authentication/authenticate.ts';
import { makeGuessLimit } from './authentication/guess-limit.ts';
import { makeInvalidateKeys } from './authentication/invalidate-keys.ts';
import { makeKeyCache } from './authentication/key-cache.ts';
import { type Config, isProduction } from './config.ts';
import { corsFor } from './cors.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { makeReadParts } from './docs/parts.ts';
import { demoEmpresas, demoKeys } from './empresas/demo.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { makeManageEmpresas } from './empresas/manage-empresas.ts';
import { forwardedPaths } from './forwarding/paths.ts';
import { addProxy, type Route } from './forwarding/proxy.ts';
import { makeReadBody } from './forwarding/read-body.ts';
import { makeUpstream, waitingLimits } from './forwarding/upstream.ts';
import { makeKeysRepository } from './keys/keys.repository.ts';
import { makeManageKeys } from './keys/manage-keys.ts';
import { makeKeyUses } from './keys/note-uses.ts';
import { addOwnOperations } from './own-operations.ts';
import { makeLimitOf } from './rate-limit/limit-of.ts';
import { makeRateLimit } from './rate-limit/rate-limit.ts';
import { makeRedisGcra } from './rate-limit/redis-gcra.ts';
import { makeGatewayServer } from './server.ts';

interface Dependencies {
  config: Config;
  sql: Database;
  messaging: Messaging;
  redis: Redis;
  /** The migrations and functions that the gateway was built with; it is not ready without them. */
  sqlNames?: readonly string[];
  log: Logger;
}

const prefix = '/api/v1';

interface Apps {
  app: App;
  /** The operator's API, on a port of its own; undefined without ADMIN_TOKEN. */
  admin: App | undefined;
}

export const makeApps = (dependencies: Dependencies): Apps => {
  const { config, sql, messaging, redis, sqlNames = [], log } = dependencies;
  const accounts = makeAccounts(dependencies);
  const routes = makeRoutes(dependencies);
  const audit = makeAuditRepository(sql);
  const readAudit = makeReadAudit(makeAuditSources({ messaging, audit, config }));
  const keyUses = makeKeyUses({ noteUses: accounts.keys.noteUses, log });
  const admission = makeAdmission({
    authenticate: accounts.authenticate,
    takeToken: makeRateLimit(makeRedisGcra(redis)),
    limitOf: makeLimitOf(config),
    noteUse: keyUses.note,
  });

  const app = makeGatewayServer({ log, api: prefix, admission, trustedProxies: config.TRUSTED_PROXIES });
  addRetention(app, { source: 'gateway', audit, log, config });
  addHealth(app, {
    missing: missingDependencies({ sql, messaging, sqlNames, log }),
    onStarted: messaging.startAnswering,
  });
  messaging.answer(findEmpresa, ({ empresa_id }, call) => accounts.empresas.findName(call, empresa_id));
  const ownPart = collectOpenApi(app);
  addApi(app, { config, log, accounts, routes, readAudit, admission });
  addDocs(app, { config, log, ownPart });
  const admin =
    config.ADMIN_TOKEN.length === 0
      ? undefined
      : makeAdmin({ config, log, guesses: makeGuessLimit(), readAudit, ...accounts });
  closeWith(app, { admin, keyUses, routes, redis, messaging, sql });
  return { app, admin };
};

/** Companies and their keys: how they are stored, looked up and changed. */
const makeAccounts = ({ config, sql, messaging, redis }: Dependencies) => {
  const empresas = makeEmpresasRepository(sql);
  const keys = makeKeysRepository(sql);
  const cache = makeKeyCache(redis);
  const { authenticate, invalidate } = makeAuthentication({
    keys,
    cache,
    guesses: makeGuessLimit(),
    refusedKeys: isProduction(config) ? demoKeys : new Set(),
  });
  messaging.hear(keyChanged, ({ key_hashes }) => invalidate(key_hashes));
  const invalidateKeys = makeInvalidateKeys({ cache, messaging, invalidate });
  const manageKeys = makeManageKeys({ keys, invalidateKeys });
  const manageEmpresas = makeManageEmpresas({ empresas, invalidateKeys });
  return { empresas, keys, authenticate, manageKeys, manageEmpresas };
};

const makeRoutes = ({ config, log }: Dependencies) => {
  const routeTo = (origins: readonly string[]): Route => ({
    usual: makeUpstream(origins, log),
    waiting: makeUpstream(origins, log, waitingLimits),
  });
  return {
    sales: routeTo(config.SALES_URL),
    catalog: routeTo(config.CATALOG_URL),
    clients: routeTo(config.CLIENTS_URL),
  };
};

interface ApiParts extends Pick<Dependencies, 'config' | 'log'> {
  accounts: ReturnType<typeof makeAccounts>;
  routes: ReturnType<typeof makeRoutes>;
  readAudit: ReadAudit;
  admission: Admission;
}

/** What needs a key: the gateway's own operations and the forwarded ones. */
const addApi = (app: App, { config, log, accounts, routes, readAudit, admission }: ApiParts): void => {
  const { keys, manageKeys, authenticate } = accounts;
  app.register(
    async (api) => {
      if (isTelemetryOn()) observeRequests(api, ({ keyHolder }) => keyHolder?.empresa_id);
      if (config.CORS_ORIGINS.length > 0) await api.register(cors, corsFor(config.CORS_ORIGINS));
      api.addHook('onRequest', admission);
      // Only complete requests of known companies take a place: nobody can hold one by sending slowly.
      const tenantOf = ({ keyHolder }: FastifyRequest): string => keyHolder.empresa_id;
      const takePlace = makeOverloadHook(api, { mostInFlight: config.MAX_IN_FLIGHT, log, tenantOf });
      const { recheckKey, recheckKeyAfterBody } = makeRecheckKey(authenticate);
      const takeImportSlot = makeSlots(importLimits, { ofCompany: importRunning, all: importsBusy });
      const forwarding = { takePlace, takeImportSlot, recheckKey, config, log };
      addNotFound(api);
      api.register(async (scope: App) => {
        addOwnOperations(scope, { keys, manageKeys, readAudit, recheckKeyAfterBody, takePlace, config });
      });
      api.register(async (scope) => {
        scope.addHook('preHandler', makeReadBody(log, recheckKey));
        scope.addHook('preHandler', recheckKeyAfterBody);
        for (const [path, service, options] of forwardedPaths)
          addProxy(scope, path, routes[service], forwarding, options);
      });
    },
    { prefix },
  );
};

interface DocsParts extends Pick<Dependencies, 'config' | 'log'> {
  ownPart: () => OpenApiPart;
}

const addDocs = (app: App, { config, log, ownPart }: DocsParts): void => {
  const readParts = makeReadParts({
    services: [config.SALES_URL, config.CLIENTS_URL, config.CATALOG_URL],
    secret: config.GATEWAY_SECRET[0] as string,
    log,
  });
  const demoKey = isProduction(config) ? undefined : demoEmpresas[0]?.key;
  app.register(async (scope) => docsRoutes(scope, { readParts, ownPart, demoKey }));
};

interface Closed extends Pick<Dependencies, 'redis' | 'messaging' | 'sql'> {
  admin: App | undefined;
  keyUses: ReturnType<typeof makeKeyUses>;
  routes: ReturnType<typeof makeRoutes>;
}

/** Closes these when the app is closed. */
const closeWith = (app: App, { admin, keyUses, routes, redis, messaging, sql }: Closed): void => {
  // End long polls with a 503: they would delay the shutdown by up to 25 s.
  app.addHook('preClose', async () => {
    for (const { waiting } of Object.values(routes)) waiting.close();
  });
  app.addHook('onClose', async () => {
    await admin?.close();
    await keyUses.stop();
    redis.disconnect();
    for (const { usual } of Object.values(routes)) usual.close();
    // Before the database: questions that have arrived are still answered.
    await messaging.close();
    await sql.end({ timeout: 1 });
  });
};
