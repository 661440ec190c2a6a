import type { Database } from '@representa/postgres';
import type { InvalidateKeys } from './authentication/invalidate-keys.ts';
import { makeEmpresasRepository } from './empresas/empresas.repository.ts';
import { makeManageEmpresas } from './empresas/manage-empresas.ts';
import { makeKeysRepository } from './keys/keys.repository.ts';
import { makeManageKeys } from './keys/manage-keys.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

/** Companies and their keys, as the gateway and the command `empresas` read and change them. */
export const makeAccounts = (database: Database, invalidateKeys: InvalidateKeys) => {
  const empresas = makeEmpresasRepository(database);
  const keys = makeKeysRepository(database);
  return {
    empresas,
    keys,
    manageEmpresas: makeManageEmpresas({ empresas, invalidateKeys }),
    manageKeys: makeManageKeys({ keys, invalidateKeys }),
  };
};
