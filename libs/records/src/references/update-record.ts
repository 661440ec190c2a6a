import type { EmpresaCall } from '@representa/service-kit';
import type { PushRename } from './push-rename.ts';

/** What an update must return of a record, beside its other columns. */
export interface RenamableRecord {
  nome: string;
  nome_revision: number;
  /** Sales has not acknowledged the current name. */
  rename_pending: boolean;
}

export type UpdateRecord<Changes, Updated> = (call: EmpresaCall, id: string, changes: Changes) => Promise<Updated>;

interface Dependencies<Changes, Updated> {
  update: UpdateRecord<Changes, Updated>;
  pushRename: PushRename;
}

/** Updates a record. An update that sends a name is answered once sales has acknowledged that name. */
export const makeUpdateRecord =
  <Changes extends { nome?: string | undefined }, Updated extends RenamableRecord>({
    update,
    pushRename,
  }: Dependencies<Changes, Updated>): UpdateRecord<Changes, Updated> =>
  async (call, id, changes) => {
    const updated = await update(call, id, changes);
    if (updated.rename_pending && changes.nome !== undefined) {
      const { nome, nome_revision: revision } = updated;
      await pushRename(call, { empresa_id: call.empresa_id, id, nome, revision });
    }
    return updated;
  };
