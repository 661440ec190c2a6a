import type { Act } from '../audit/act.ts';
import type { Announce } from '../authentication/announce.ts';
import { newApiKey } from '../authentication/api-key.ts';
import type { KeysRepository } from './keys.repository.ts';
import type { IssuedKey, NewKey, Rotation } from './keys.schemas.ts';

interface Dependencies {
  keys: KeysRepository;
  announce: Announce;
}

/** False: gateways will know when their cached entries expire. */
interface Announced {
  isAnnounced: boolean;
}

export type ManageKeys = ReturnType<typeof makeManageKeys>;

/** Issues, replaces and revokes keys, for a company itself (keys.routes.ts), the operator's API, and the command `empresas`. */
export const makeManageKeys = ({ keys, announce }: Dependencies) => ({
  issue: async (act: Act, empresa_id: string, wanted: NewKey): Promise<IssuedKey | 'unknown empresa' | 'too many'> => {
    const key = newApiKey();
    const issued = await keys.issue(act, empresa_id, key, wanted);
    return typeof issued === 'string' ? issued : { ...issued, chave: key.text };
  },

  rotate: async (
    act: Act,
    empresa_id: string,
    id: string,
    wanted: Rotation,
  ): Promise<IssuedKey | 'unknown' | 'last admin' | 'too many'> => {
    const key = newApiKey();
    const rotated = await keys.rotate(act, empresa_id, id, key, wanted);
    if (typeof rotated === 'string') return rotated;
    await announce([rotated.oldHash], act);
    return { ...rotated.key, chave: key.text };
  },

  revoke: async (act: Act, empresa_id: string, id: string): Promise<Announced | 'unknown' | 'last admin'> => {
    const revocation = await keys.revoke(act, empresa_id, id);
    if (revocation.outcome !== 'revoked') return revocation.outcome;
    return { isAnnounced: await announce([revocation.hash], act) };
  },
});
