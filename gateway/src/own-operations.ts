import { callWithin } from '@representa/contracts';
import { type App, type RequestCall, refuseIfMatch } from '@representa/service-kit';
import {
  answerOtherMethods,
  bodyLimit,
  checkBodies,
  checkQueryParameters,
  onReply,
  parseJsonBodies,
  type TakeTurn,
} from '@representa/service-kit/process';
import type { FastifyRequest } from 'fastify';
import type { RecheckKey } from './admission.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import type { ReadAudit } from './audit/read-audit.ts';
import type { Config } from './config.ts';
import type { HeldBytes } from './forwarding/held-bytes.ts';
import type { KeysRepository } from './keys/keys.repository.ts';
import { keysRoutes } from './keys/keys.routes.ts';
import type { ManageKeys } from './keys/manage-keys.ts';
import { markUnderWay } from './request-state.ts';

interface Dependencies {
  keys: KeysRepository;
  manageKeys: ManageKeys;
  readAudit: ReadAudit;
  recheckKey: RecheckKey;
  takeTurn: TakeTurn;
  held: HeldBytes;
  config: Pick<Config, 'REQUEST_TIMEOUT_MS'>;
}

/** The operations that the gateway answers itself: unlike the forwarded ones, their bodies are parsed. */
export const addOwnOperations = (
  scope: App,
  { keys, manageKeys, readAudit, recheckKey, takeTurn, held, config }: Dependencies,
): void => {
  // Parsed by the gateway itself, which all companies share.
  parseJsonBodies(scope, { depth: 64, values: 1_000 });
  checkQueryParameters(scope);
  checkBodies(scope);
  // Fastify gathers these bodies itself, so each counts as the largest while it is held.
  scope.addHook('preParsing', async ({ headers, keyHolder: { empresa_id } }, reply) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const refusal = held.refusalOf(empresa_id, bodyLimit);
    if (refusal) throw refusal;
    held.add(empresa_id, bodyLimit);
    onReply(reply, () => held.add(empresa_id, -bodyLimit));
  });
  // Receiving a body may take long.
  scope.addHook('preHandler', recheckKey);
  scope.addHook('preHandler', refuseIfMatch);
  scope.addHook('preHandler', (request, _reply, done) => {
    request.call = callOf(request, config.REQUEST_TIMEOUT_MS);
    done();
  });
  scope.addHook('preHandler', takeTurn);
  scope.addHook('preHandler', markUnderWay);
  answerOtherMethods(scope, () => {
    keysRoutes(scope, { keys, manageKeys });
    auditRoutes(scope, readAudit);
  });
};

/** The call of an operation that the gateway answers itself, as services have it. */
const callOf = ({ headers: sent, id, address, keyHolder }: FastifyRequest, milliseconds: number): RequestCall => ({
  ...callWithin(milliseconds),
  traceparent: sent.traceparent as string | undefined,
  request_id: id,
  empresa_id: keyHolder.empresa_id,
  time_zone: keyHolder.time_zone,
  key: { id: keyHolder.key_id, prefix: keyHolder.prefix },
  address,
});
