import { z } from 'zod';
import { batchedOperation, operation } from './operation.ts';
import { foundRecord, maxIds, recordAddress } from './references.ts';

export const findClient = batchedOperation({
  subject: 'clients.v1.find-client',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord.extend({ ativo: z.boolean() }), z.null()]),
});

/** The states of a page of clients, in the order of the ids. Null for a client that does not exist. */
export const readClientStates = operation({
  subject: 'clients.v1.read-client-states',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: z.object({ empresa_id: z.guid(), ids: z.array(z.guid()).max(maxIds) }),
  reply: z.array(z.string().nullable()),
});
