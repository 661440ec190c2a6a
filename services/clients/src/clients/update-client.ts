import type { PushRename } from '@representa/references';
import type { EmpresaCall } from '@representa/service-kit';
import { clientNotFound } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import type { ClientChanges } from './clients.schemas.ts';

interface Dependencies {
  clients: Pick<ClientsRepository, 'update'>;
  pushRename: PushRename;
}

export type UpdateClient = (call: EmpresaCall, id: string, changes: ClientChanges) => Promise<string>;

/** A rename is answered once sales knows it, also one that an earlier request could not deliver. */
export const makeUpdateClient =
  ({ clients, pushRename }: Dependencies): UpdateClient =>
  async (call, id, changes) => {
    const client = await clients.update(call, id, changes);
    if (!client) throw clientNotFound();
    const { record, nome, revision, rename_pending } = client;
    if (rename_pending) await pushRename(call, { empresa_id: call.empresa_id, id, nome, revision });
    return record;
  };
