import { headers } from '@representa/contracts';
import { Refused } from '@representa/queues';
import { type App, refuseIfMatch } from '@representa/service-kit';
import { collectOpenApi } from '@representa/service-kit/openapi';
import {
  addNotFound,
  addPatches,
  answerOtherMethods,
  checkBodies,
  checkQueryParameters,
  finalStatusOf,
  isSameSecret,
  onReply,
  renderError,
  withoutQuery,
} from '@representa/service-kit/process';
import type { Logger } from '@representa/telemetry';
import type { FastifyRequest } from 'fastify';
import type { GuessLimit } from '../authentication/guess-limit.ts';
import { securityHeaders } from '../begin-request.ts';
import type { Config } from '../config.ts';
import { sendContinue } from '../connections/refuse-malformed.ts';
import { tokenInvalid, tokenMissing, tooManyRequests } from '../gateway.errors.ts';
import { rawPathOf } from '../request-target.ts';
import { makeExposedServer } from '../server.ts';
import { adminDocument } from './admin.docs.schemas.ts';
import { type AdminDependencies, adminRoutes } from './admin.routes.ts';

interface Dependencies extends AdminDependencies {
  config: Pick<Config, 'ADMIN_TOKEN' | 'REQUEST_TIMEOUT_MS'>;
  log: Logger;
  guesses: GuessLimit;
}

const adminPrefix = '/admin/v1';

/** The operator's API. A server of its own, so that no route of it can ever be reached through the public port. */
export const makeAdmin = (dependencies: Dependencies): App => {
  const { config, log, guesses } = dependencies;
  const checkToken = makeCheckToken(config.ADMIN_TOKEN, guesses);
  const app = makeExposedServer(log, {
    beginRequest: (request, reply, done) => {
      reply.headers({ [headers.requestId]: request.id, ...securityHeaders });
      const { method, address: client_address, id: request_id } = request;
      const path = withoutQuery(request.url);
      onReply(reply, () =>
        log.info({ method, path, status: finalStatusOf(reply), client_address, request_id }, 'admin'),
      );
      done();
    },
    answerBadUrl: (error, request, reply) => {
      const refusal = rawPathOf(request.url).startsWith(adminPrefix) ? checkToken(request) : undefined;
      renderError(refusal ?? error, request, reply);
    },
  });
  const describe = collectOpenApi(app);
  let document: string | undefined;
  // Needs no token: it tells nothing about companies.
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(adminDocument(describe()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.register(
    async (api: App) => {
      api.addHook('onRequest', (request, reply, done) => {
        const refusal = checkToken(request);
        if (!refusal) sendContinue(request, reply);
        done(refusal);
      });
      // A handler of this scope, so that unknown paths need the token, too.
      addNotFound(api);
      addPatches(api);
      checkQueryParameters(api);
      checkBodies(api);
      api.addHook('preHandler', refuseIfMatch);
      answerOtherMethods(api, () => adminRoutes(api, dependencies));
    },
    { prefix: adminPrefix },
  );
  return app;
};

/** `Authorization: Bearer <ADMIN_TOKEN>`. Returns the refusal, if any. Wrong tokens are limited per address. */
const makeCheckToken =
  (tokens: readonly string[], guesses: GuessLimit) =>
  ({ headers, address }: FastifyRequest): Error | undefined => {
    const [, sent] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (sent === undefined) return tokenMissing();
    if (tokens.some((token) => isSameSecret(sent, token))) return undefined;
    return guesses.take(address) ? tokenInvalid() : new Refused('guesses', 'caller', tooManyRequests());
  };
