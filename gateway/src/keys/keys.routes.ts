import { type App, messageReply } from '@representa/service-kit';
import { actOfKey } from '../audit/act.ts';
import { docs } from './keys.docs.schemas.ts';
import type { KeysRepository } from './keys.repository.ts';
import {
  issuedKeyReply,
  keyListReply,
  keyParams,
  keyRecord,
  maxKeys,
  messages,
  rotateKeyBody,
} from './keys.schemas.ts';
import type { ManageKeys } from './manage-keys.ts';

interface Dependencies {
  keys: KeysRepository;
  manageKeys: ManageKeys;
}

/** A company manages its own keys, with one of scope `admin`. */
export const keysRoutes = (app: App, { keys, manageKeys }: Dependencies): void => {
  app.get(
    '/keys',
    { schema: { response: { 200: keyListReply } }, config: { docs: docs.listKeys, scope: 'admin' } },
    async ({ call }) => ({
      data: await keys.listValid(call, call.empresa_id),
      limit: maxKeys,
      next_cursor: null,
    }),
  );

  app.post(
    '/keys',
    {
      schema: { body: keyRecord.createBody, response: { 201: issuedKeyReply } },
      config: { docs: docs.createKey, scope: 'admin' },
    },
    async ({ call, body }, reply) => {
      const issued = await manageKeys.issue(actOfKey(call), call.empresa_id, body);
      reply.code(201);
      return { success: true as const, data: issued };
    },
  );

  app.delete(
    '/keys/:id',
    {
      schema: { params: keyParams, response: { 200: messageReply(messages.deleted) } },
      config: { docs: docs.revokeKey, scope: 'admin' },
    },
    async ({ call, params }) => {
      return revokedReply(await manageKeys.revoke(actOfKey(call), call.empresa_id, params.id));
    },
  );

  app.post(
    '/keys/:id/rotate',
    {
      schema: { params: keyParams, body: rotateKeyBody, response: { 201: issuedKeyReply } },
      config: { docs: docs.rotateKey, scope: 'admin' },
    },
    async ({ call, params, body }, reply) => {
      const rotated = await manageKeys.rotate(actOfKey(call), call.empresa_id, params.id, body);
      reply.code(201);
      return { success: true as const, data: rotated };
    },
  );
};

/** A stolen key may be used a little longer after it was revoked: the caller is told. */
export const revokedReply = ({ isInvalidated }: { isInvalidated: boolean }) => ({
  success: true as const,
  message: isInvalidated ? messages.deleted : messages.deletedUnheard,
});
