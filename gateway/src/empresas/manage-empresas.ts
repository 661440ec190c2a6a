import type { Act } from '../audit/act.ts';
import { newApiKey } from '../authentication/api-key.ts';
import type { InvalidateKeys } from '../authentication/invalidate-keys.ts';
import type { IssuedKey } from '../keys/keys.schemas.ts';
import type { EmpresasRepository } from './empresas.repository.ts';
import { type Empresa, type EmpresaChanges, firstKeyLabel, type NewEmpresa } from './empresas.schemas.ts';

interface Dependencies {
  empresas: EmpresasRepository;
  invalidateKeys: InvalidateKeys;
}

export type ManageEmpresas = ReturnType<typeof makeManageEmpresas>;

/** Creates and changes companies, for the operator's API and the command `empresas`. */
export const makeManageEmpresas = ({ empresas, invalidateKeys }: Dependencies) => ({
  create: async (act: Act, wanted: NewEmpresa): Promise<Empresa & { primeira_chave: IssuedKey }> => {
    const key = newApiKey();
    const { primeira_chave, ...empresa } = await empresas.create(act, wanted, key, firstKeyLabel);
    return { ...empresa, primeira_chave: { ...primeira_chave, chave: key.text } };
  },

  /** `isInvalidated` is false when gateways will only notice as their cached entries expire. */
  update: async (
    act: Act,
    id: string,
    changes: EmpresaChanges,
  ): Promise<{ empresa: Empresa; isInvalidated: boolean }> => {
    const { empresa, hashes } = await empresas.update(act, id, changes);
    return { empresa, isInvalidated: await invalidateKeys(hashes, act) };
  },
});
