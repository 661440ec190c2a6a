import type { Database } from '@representa/postgres';
import type { InvalidateKeys } from './authentication/invalidate-keys.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { makeManageEmpresas } from './empresas/manage-empresas.ts';
import { type KeysRepository, makeKeysRepository } from './keys/keys.repository.ts';
import { makeManageKeys } from './keys/manage-keys.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

/** Companies and their keys, as the gateway and the command `empresas` read and change them. */
export const makeAccounts = (
  database: Database,
  invalidateKeys: InvalidateKeys,
  keys: KeysRepository = makeKeysRepository(database),
) => {
  const empresas = makeEmpresasRepository(database);
  return {
    empresas,
    keys,
    manageEmpresas: makeManageEmpresas({ empresas, invalidateKeys }),
    manageKeys: makeManageKeys({ keys, invalidateKeys }),
  };
};
