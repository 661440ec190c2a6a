import type { ImportFile, MakeImport } from '@representa/imports';
import type { PushRename } from '@representa/references';
import type { EmpresaCall } from '@representa/service-kit';
import { emailTaken } from './clients.errors.ts';
import type { ClientsRepository } from './clients.repository.ts';
import { createClientBody, updateClientBody } from './clients.schemas.ts';

interface Dependencies {
  makeImport: MakeImport;
  clients: Pick<ClientsRepository, 'renamed'>;
  pushRename: PushRename;
}

/** Renames that are pushed to sales at the same time. */
const pushedAtOnce = 16;

const boolean = 'boolean';

export const makeImportClients = ({ makeImport, clients, pushRename }: Dependencies): ImportFile => {
  /**
   * As after every rename: the import is answered once sales has acknowledged the new names. Also unchanged rows: an earlier
   * import may have written the name and failed before sales acknowledged it.
   */
  const pushRenames = async (call: EmpresaCall, importId: string): Promise<void> => {
    let afterLine = 0;
    for (;;) {
      const renamed = await clients.renamed(call, importId, afterLine);
      const last = renamed.at(-1);
      if (!last) return;
      for (let i = 0; i < renamed.length; i += pushedAtOnce)
        await Promise.all(renamed.slice(i, i + pushedAtOnce).map((client) => pushRename(call, client)));
      afterLine = last.line;
    }
  };

  return makeImport({
    schema: createClientBody,
    changes: updateClientBody,
    types: { ativo: boolean, segunda: boolean, terca: boolean, quarta: boolean, quinta: boolean, sexta: boolean },
    readOnly: ['id', 'created_at', 'updated_at'],
    key: 'codigo',
    conflictMessages: { client_email_key: emailTaken().message },
    afterMerge: pushRenames,
  });
};
