import type { Act } from '../audit/act.ts';
import { newApiKey } from '../authentication/api-key.ts';
import type { InvalidateKeys } from '../authentication/invalidate-keys.ts';
import type { KeysRepository } from './keys.repository.ts';
import type { IssuedKey, NewKey, Rotation } from './keys.schemas.ts';

interface Dependencies {
  keys: KeysRepository;
  invalidateKeys: InvalidateKeys;
}

export type ManageKeys = ReturnType<typeof makeManageKeys>;

/** Issues, replaces and revokes keys, for a company itself (keys.routes.ts), the operator's API, and the command `empresas`. */
export const makeManageKeys = ({ keys, invalidateKeys }: Dependencies) => ({
  issue: async (act: Act, empresa_id: string, wanted: NewKey): Promise<IssuedKey> => {
    const key = newApiKey();
    return { ...(await keys.issue(act, empresa_id, key, wanted)), chave: key.text };
  },

  rotate: async (act: Act, empresa_id: string, id: string, wanted: Rotation): Promise<IssuedKey> => {
    const key = newApiKey();
    const rotated = await keys.rotate(act, empresa_id, id, key, wanted);
    await invalidateKeys([rotated.oldHash], act);
    return { ...rotated.key, chave: key.text };
  },

  /** `isInvalidated` is false when gateways will only notice as their cached entries expire. */
  revoke: async (act: Act, empresa_id: string, id: string): Promise<{ isInvalidated: boolean }> => {
    const hash = await keys.revoke(act, empresa_id, id);
    return { isInvalidated: await invalidateKeys([hash], act) };
  },
});
