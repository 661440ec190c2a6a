import type { Call } from '@representa/contracts';
import type { Act } from '../audit/act.ts';
import type { Announce } from '../authentication/announce.ts';
import { newApiKey } from '../authentication/api-key.ts';
import type { KeysRepository } from '../keys/keys.repository.ts';
import type { IssuedKey } from '../keys/keys.schemas.ts';
import type { EmpresasRepository } from './empresas.repository.ts';
import { type Empresa, type EmpresaChanges, firstKeyLabel, type NewEmpresa } from './empresas.schemas.ts';

interface Dependencies {
  empresas: EmpresasRepository;
  keys: Pick<KeysRepository, 'read'>;
  announce: Announce;
}

export type ManageEmpresas = ReturnType<typeof makeManageEmpresas>;

/** Creates and changes companies, for the operator's API and the command `empresas`. */
export const makeManageEmpresas = ({ empresas, keys, announce }: Dependencies) => {
  const readExisting = async (call: Call, id: string): Promise<Empresa> => {
    const empresa = await empresas.read(call, id);
    if (!empresa) throw new Error('the empresa is not there');
    return empresa;
  };

  return {
    create: async (act: Act, wanted: NewEmpresa): Promise<Empresa & { primeira_chave: IssuedKey }> => {
      const key = newApiKey();
      const { id, key_id } = await empresas.create(act, wanted, key, firstKeyLabel);
      const [empresa, record] = [await readExisting(act, id), await keys.read(act, id, key_id)];
      if (!record) throw new Error('the first key is not there');
      return { ...empresa, primeira_chave: { ...record, chave: key.text } };
    },

    /** Undefined when there is no such empresa. Not announced: gateways will know when their cached entries expire. */
    update: async (
      act: Act,
      id: string,
      changes: EmpresaChanges,
    ): Promise<{ empresa: Empresa; isAnnounced: boolean } | undefined> => {
      const hashes = await empresas.update(act, id, changes);
      if (!hashes) return undefined;
      // At the same time: announcing may take longer than the deadline allows, and the change is already committed.
      const [isAnnounced, empresa] = await Promise.all([announce(hashes, act), readExisting(act, id)]);
      return { empresa, isAnnounced };
    },
  };
};
