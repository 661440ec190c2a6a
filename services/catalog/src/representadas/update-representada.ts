import type { PushRename } from '@representa/references';
import type { EmpresaCall } from '@representa/service-kit';
import { representadaNotFound } from './representadas.errors.ts';
import type { RepresentadasRepository } from './representadas.repository.ts';
import type { RepresentadaChanges } from './representadas.schemas.ts';

interface Dependencies {
  representadas: Pick<RepresentadasRepository, 'update'>;
  pushRename: PushRename;
}

export type UpdateRepresentada = (call: EmpresaCall, id: string, changes: RepresentadaChanges) => Promise<string>;

/** A rename is answered once sales knows it, also one that an earlier request could not deliver. */
export const makeUpdateRepresentada =
  ({ representadas, pushRename }: Dependencies): UpdateRepresentada =>
  async (call, id, changes) => {
    const representada = await representadas.update(call, id, changes);
    if (!representada) throw representadaNotFound();
    const { record, nome, revision, rename_pending } = representada;
    if (rename_pending) await pushRename(call, { empresa_id: call.empresa_id, id, nome, revision });
    return record;
  };
