import type { ImportDefinition } from '@representa/tables';
import { emailTaken, externalIdTaken } from './clients.errors.ts';
import { client } from './clients.schemas.ts';

/** A row with the codigo of a client changes it. */
export const clientsImport: ImportDefinition = {
  record: client,
  key: 'codigo',
  merging: { uniqueBy: 'email', prepare: 'give_client_codes' },
  conflicts: { client_email_key: emailTaken, client_id_externo_key: externalIdTaken },
};
