import { findEmpresa, keyChanged } from '@representa/contracts';
import { demoEmpresa } from '@representa/contracts/demo';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { limits } from '@representa/queues';
import { addRetention, makeAuditRepository } from '@representa/records';
import { type App, importRunning, importsBusy } from '@representa/service-kit';
import { collectOpenApi } from '@representa/service-kit/openapi';
import {
  addHealth,
  addNotFound,
  addSweeper,
  insideCaps,
  makeIsLate,
  makeTakeSlot,
  makeWorkQueue,
  missingDependencies,
  observeRequests,
} from '@representa/service-kit/process';
import { type Logger, observeGauge } from '@representa/telemetry';
import { type Accounts, makeAccounts } from './accounts.ts';
import { makeAdmin } from './admin/admin.app.ts';
import { type Admission, makeAdmission, makeRecheckKey } from './admission.ts';
import { makeReadAudit, type ReadAudit } from './audit/read-audit.ts';
import { makeAuditSources } from './audit/sources.ts';
import { type Authentication, makeAuthentication } from './authentication/authenticate.ts';
import { makeGuessLimit } from './authentication/guess-limit.ts';
import { makeInvalidateKeys } from './authentication/invalidate-keys.ts';
import { makeKeyCache } from './authentication/key-cache.ts';
import { type Config, isProduction } from './config.ts';
import { addCors } from './cors.ts';
import { makeCurrentDocument } from './docs/current-document.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { demoKeys } from './empresas/demo.ts';
import { forward, type ServiceQueues } from './forwarding/forward.ts';
import { makeHeldBytes } from './forwarding/held-bytes.ts';
import { longPollLimits, makeUpstream, ordinaryLimits } from './forwarding/upstream.ts';
import { makeKeysRepository } from './keys/keys.repository.ts';
import { makeKeyUses } from './keys/note-uses.ts';
import { addOwnOperations } from './own-operations.ts';
import { makeLimitOf, makeRateLimit } from './rate-limit/rate-limit.ts';
import { makeRedisGcra } from './rate-limit/redis-gcra.ts';
import type { RedisConnection } from './redis.ts';
import { makeGatewayServer } from './server.ts';

interface Dependencies {
  config: Config;
  database: Database;
  messaging: Messaging;
  redis: RedisConnection;
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

export const makeApps = ({ config, database, messaging, redis, sqlNames = [], log }: Dependencies): Apps => {
  const cache = makeKeyCache(redis);
  const keys = makeKeysRepository(database);
  const { authenticate, invalidate } = makeAuthentication({
    keys,
    cache,
    guesses: makeGuessLimit(),
    refusedKeys: isProduction(config) ? demoKeys : new Set(),
  });
  messaging.subscribe(keyChanged, ({ key_hashes }) => invalidate(key_hashes));
  const accounts = makeAccounts(database, makeInvalidateKeys({ cache, messaging, invalidate, log }), keys);
  messaging.answer(findEmpresa, ({ empresa_id }, call) => accounts.empresas.findName(call, empresa_id));
  const audit = makeAuditRepository(database);
  const readAudit = makeReadAudit(makeAuditSources({ messaging, audit, config }));
  const keyUses = makeKeyUses({ noteUses: accounts.keys.noteUses, log });
  const admission = makeAdmission({
    authenticate,
    takeToken: makeRateLimit(makeRedisGcra(redis)),
    limitOf: makeLimitOf(config),
    noteUse: keyUses.note,
  });

  const app = makeGatewayServer({ log, api: prefix, admission, trustedProxies: config.TRUSTED_PROXIES });
  addRetention(app, { source: 'gateway', audit, log, config });
  addSweeper(app, { what: 'write when keys were used', everyMs: 10_000, sweep: keyUses.writeSome, log });
  addHealth(app, {
    missing: missingDependencies({ database, messaging, sqlNames, log }),
    onStarted: messaging.startAnswering,
  });
  const services = makeServices(config);
  const ownPart = collectOpenApi(app);
  addApi(app, { config, log, accounts, authenticate, services, readAudit, admission });
  const currentDocument = makeCurrentDocument({
    services: [config.SALES_URL, config.CLIENTS_URL, config.CATALOG_URL],
    secret: config.GATEWAY_SECRET[0] as string,
    ownPart,
    log,
  });
  const demoKey = isProduction(config) ? undefined : demoEmpresa.key;
  app.register(async (scope) => {
    await addCors(scope, config);
    docsRoutes(scope, { currentDocument, demoKey });
  });
  const admin =
    config.ADMIN_TOKEN.length === 0
      ? undefined
      : makeAdmin({ config, log, guesses: makeGuessLimit(), readAudit, ...accounts });

  // End long polls with a 503: they would delay the shutdown by up to 25 s.
  app.addHook('preClose', async () => {
    for (const { longPoll } of Object.values(services)) longPoll.close();
  });
  app.addHook('onClose', async () => {
    await admin?.close();
    await keyUses.writeAll();
    for (const { ordinary } of Object.values(services)) ordinary.close();
    // Closed before the others: messages that have arrived still need them.
    await messaging.close();
    redis.client.disconnect();
    await database.end({ timeout: 1 });
  });
  return { app, admin };
};

const makeServices = (config: Config) => {
  const inside = insideCaps(config.MAX_IN_FLIGHT);
  const queuesOf = (origins: readonly string[]): ServiceQueues => ({
    ordinary: makeUpstream('replica', origins, ordinaryLimits(inside)),
    longPoll: makeUpstream('long-poll', origins, longPollLimits),
  });
  return {
    sales: queuesOf(config.SALES_URL),
    catalog: queuesOf(config.CATALOG_URL),
    clients: queuesOf(config.CLIENTS_URL),
  };
};

interface ApiParts extends Pick<Dependencies, 'config' | 'log'> {
  accounts: Accounts;
  authenticate: Authentication['authenticate'];
  services: ReturnType<typeof makeServices>;
  readAudit: ReadAudit;
  admission: Admission;
}

/**
 * What needs a key: the gateway's own operations and the forwarded ones. A forwarded request passes answerInTurn →
 * prepareRequest → refuseMalformed → observeRequests → CORS → admission → receiveBody → waitForTurn → send → passOn; its reply then
 * passes paceRefusals and limitUnreadReplies (onSend).
 */
const addApi = (app: App, { config, log, accounts, authenticate, services, readAudit, admission }: ApiParts): void => {
  app.register(
    async (api) => {
      observeRequests(api, ({ keyHolder }) => keyHolder?.empresa_id);
      await addCors(api, config);
      api.addHook('onRequest', admission);
      addNotFound(api);
      const recheckKey = makeRecheckKey(authenticate);
      const held = makeHeldBytes();
      const isLate = makeIsLate(api);
      const { takeTurn, inside } = makeWorkQueue(config.MAX_IN_FLIGHT, isLate);
      const forwarded = Object.values(services).map(({ ordinary }) => ordinary.inside);
      observeGauge('http.server.active_requests', () =>
        [inside, ...forwarded].reduce((sum, count) => sum + count(), 0),
      );
      api.register(async (scope: App) => {
        addOwnOperations(scope, { ...accounts, readAudit, recheckKey, takeTurn, held, config });
      });
      const takeImportSlot = makeTakeSlot('import', limits.import, { company: importRunning, all: importsBusy });
      forward(api, { services, held, takeImportSlot, isLate, recheckKey, config, log });
    },
    { prefix },
  );
};
