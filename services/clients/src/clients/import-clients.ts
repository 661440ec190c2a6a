import type { PushRenames } from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import type { ImportFile, MakeImport } from '@representa/tables';
import { emailTaken, externalIdTaken } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import { client } from './clients.schemas.ts';

interface Dependencies {
  makeImport: MakeImport;
  clients: Pick<ClientsRepository, 'renamed'>;
  pushRenames: PushRenames;
}

export const makeImportClients = ({ makeImport, clients, pushRenames }: Dependencies): ImportFile => {
  /**
   * As after every rename: the import is answered once sales has acknowledged the new names. Also unchanged rows: an earlier
   * import may have written the name and failed before sales acknowledged it.
   */
  const pushAllRenames = async (call: RequestCall, importId: string): Promise<void> => {
    let afterLine = 0;
    for (;;) {
      const renamed = await clients.renamed(call, importId, afterLine);
      const last = renamed.at(-1);
      if (!last) return;
      await pushRenames(call, renamed);
      afterLine = last.line;
    }
  };

  return makeImport({
    record: client,
    key: 'codigo',
    merging: { uniqueBy: 'email', prepare: 'give_client_codes' },
    conflicts: { client_email_key: emailTaken, client_id_externo_key: externalIdTaken },
    afterMerge: pushAllRenames,
  });
};
