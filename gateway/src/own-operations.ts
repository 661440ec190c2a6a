import {
  type App,
  answerOtherMethods,
  checkQueryParameters,
  parseJsonBodies,
  refuseIfMatch,
} from '@representa/service-kit';
import type { preHandlerHookHandler } from 'fastify';
import type { RecheckKey } from './admission.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import type { ReadAudit } from './audit/read-audit.ts';
import type { Config } from './config.ts';
import type { KeysRepository } from './keys/keys.repository.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import type { ManageKeys } from './keys/manage-keys.ts';
import { markUnderWay } from './request-state.ts';
import { callOf } from './requests.ts';

interface Dependencies {
  keys: KeysRepository;
  manageKeys: ManageKeys;
  readAudit: ReadAudit;
  recheckKey: RecheckKey;
  takeInFlightSlot: preHandlerHookHandler;
  config: Pick<Config, 'REQUEST_TIMEOUT_MS'>;
}

/** The operations that the gateway answers itself: unlike the forwarded ones, their bodies are parsed. */
export const addOwnOperations = (
  scope: App,
  { keys, manageKeys, readAudit, recheckKey, takeInFlightSlot, config }: Dependencies,
): void => {
  // Parsed by the gateway itself, which all companies share.
  parseJsonBodies(scope, { depth: 64, values: 1_000 });
  checkQueryParameters(scope);
  // Receiving a body may take long.
  scope.addHook('preHandler', recheckKey);
  scope.addHook('preHandler', refuseIfMatch);
  scope.addHook('preHandler', takeInFlightSlot);
  scope.addHook('preHandler', markUnderWay);
  scope.addHook('preHandler', (request, _reply, done) => {
    request.call = callOf(request, config.REQUEST_TIMEOUT_MS);
    done();
  });
  answerOtherMethods(scope, () => {
    keysRoutes(scope, { keys, manageKeys });
    auditRoutes(scope, readAudit);
  });
};
