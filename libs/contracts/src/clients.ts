import { z } from 'zod';
import { batchedOperation, broadcast } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

export const findClient = batchedOperation({
  subject: 'clients.v1.find-client',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord.extend({ ativo: z.boolean() }), z.null()]),
});

/** After every write: wakes callers that wait for a change. */
export const clientsChanged = broadcast({
  subject: 'clients.v1.changed',
  sentBy: ['clients'],
  heardBy: ['clients'],
  message: z.object({ empresa_id: z.string() }),
});
