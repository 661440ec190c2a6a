import {
  type App,
  answerOtherMethods,
  collectOpenApi,
  type OpenApiPart,
  parseJsonBodies,
  refuseUnknownParameters,
} from '@representa/service-kit';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import type { Config } from '../config.ts';
import type { KeysRepository } from './keys.repository.ts';
import { keysRoutes } from './keys.routes.ts';
import type { ManageKeys } from './manage-keys.ts';

interface Dependencies {
  keys: KeysRepository;
  manageKeys: ManageKeys;
  /** Checks the key again after a slow body. */
  readmit: preHandlerHookHandler;
  takePlace: preHandlerHookHandler;
  config: Pick<Config, 'REQUEST_TIMEOUT_MS'>;
}

/** The operations that the gateway answers itself: unlike the forwarded ones, their bodies are parsed. Returns how to describe them. */
export const addKeys = (
  scope: FastifyInstance,
  { keys, manageKeys, readmit, takePlace, config }: Dependencies,
): (() => OpenApiPart) => {
  const describe = collectOpenApi(scope);
  parseJsonBodies(scope);
  refuseUnknownParameters(scope);
  scope.addHook('preHandler', readmit);
  scope.addHook('preHandler', takePlace);
  answerOtherMethods(scope, () =>
    keysRoutes(scope as unknown as App, { keys, manageKeys, requestTimeoutMs: config.REQUEST_TIMEOUT_MS }),
  );
  return describe;
};
