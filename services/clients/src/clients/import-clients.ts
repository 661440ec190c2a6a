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
/** Left of an import's time for its answer. */
const answerMs = 5_000;

const boolean = 'boolean';

export const makeImportClients = ({ makeImport, clients, pushRename }: Dependencies): ImportFile => {
  /** Also those of unchanged rows: an earlier import may have written a name that sales has not acknowledged. */
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
    // As after every rename, sales should have the names before the answer. But the file is written and is never refused now:
    // names that sales does not acknowledge in time are pushed by the sweeper (libs/references).
    afterMerge: (call, importId) =>
      pushRenames({ ...call, deadline: call.deadline - answerMs }, importId).catch(() => {}),
  });
};
