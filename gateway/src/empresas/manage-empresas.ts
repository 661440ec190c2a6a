import type { Call } from '@representa/contracts';
import type { KeysRepository } from '../keys/keys.repository.ts';
import type { IssuedKey } from '../keys/keys.schemas.ts';
import type { Announce } from './announce.ts';
import { newApiKey } from './api-key.ts';
import { firstKeyLabel } from './empresas.errors.ts';
import type { EmpresasRepository } from './empresas.repository.ts';
import type { Empresa, EmpresaChanges, NewEmpresa } from './empresas.schemas.ts';

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
    create: async (call: Call, wanted: NewEmpresa): Promise<Empresa & { primeira_chave: IssuedKey }> => {
      const key = newApiKey();
      const { id, key_id } = await empresas.create(call, wanted, key, firstKeyLabel);
      const [empresa, record] = [await readExisting(call, id), await keys.read(call, id, key_id)];
      if (!record) throw new Error('the first key is not there');
      return { ...empresa, primeira_chave: { ...record, chave: key.text } };
    },

    /** Undefined when there is no such empresa. Not announced: gateways will know when their cached entries expire. */
    update: async (
      call: Call,
      id: string,
      changes: EmpresaChanges,
    ): Promise<{ empresa: Empresa; isAnnounced: boolean } | undefined> => {
      const hashes = await empresas.update(call, id, changes);
      if (!hashes) return undefined;
      const isAnnounced = await announce(hashes, call);
      return { empresa: await readExisting(call, id), isAnnounced };
    },
  };
};
