import { callWithin } from '@representa/contracts';
import {
  type App,
  answerOtherMethods,
  checkQueryParameters,
  type EmpresaCall,
  makeSlots,
  onReply,
  parseJsonBodies,
  refuseIfMatch,
  serviceUnavailable,
  type TakeInFlightSlot,
  tooManyAtOnce,
} from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import type { RecheckKey } from './admission.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import type { ReadAudit } from './audit/read-audit.ts';
import type { Config } from './config.ts';
import type { KeysRepository } from './keys/keys.repository.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import type { ManageKeys } from './keys/manage-keys.ts';
import { markUnderWay } from './request-state.ts';

interface Dependencies {
  keys: KeysRepository;
  manageKeys: ManageKeys;
  readAudit: ReadAudit;
  recheckKey: RecheckKey;
  takeInFlightSlot: TakeInFlightSlot;
  config: Pick<Config, 'REQUEST_TIMEOUT_MS'>;
}

/**
 * A body, of up to 1 MiB, is held while it arrives. By number, and not by bytes as in read-body.ts: Fastify gathers these bodies
 * itself.
 */
const bodyLimits = { atOnce: 128, ofCompany: 32, ofCompanyWhenBusy: 4 };

/** The operations that the gateway answers itself: unlike the forwarded ones, their bodies are parsed. */
export const addOwnOperations = (
  scope: App,
  { keys, manageKeys, readAudit, recheckKey, takeInFlightSlot, config }: Dependencies,
): void => {
  // Parsed by the gateway itself, which all companies share.
  parseJsonBodies(scope, { depth: 64, values: 1_000 });
  checkQueryParameters(scope);
  const takeBodySlot = makeSlots(bodyLimits, { ofCompany: tooManyAtOnce, all: serviceUnavailable });
  scope.addHook('preParsing', async ({ headers, keyHolder }, reply) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody) onReply(reply, takeBodySlot(keyHolder.empresa_id));
  });
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

/** The call of an operation that the gateway answers itself, as services have it. */
const callOf = ({ headers: sent, id, address, keyHolder }: FastifyRequest, milliseconds: number): EmpresaCall => ({
  ...callWithin(milliseconds),
  traceparent: sent.traceparent as string | undefined,
  request_id: id,
  empresa_id: keyHolder.empresa_id,
  time_zone: keyHolder.time_zone,
  key: { id: keyHolder.key_id, prefix: keyHolder.prefix },
  address,
});
