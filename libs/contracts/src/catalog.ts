import { z } from 'zod';
import { batchedOperation, broadcast } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

export const findRepresentada = batchedOperation({
  subject: 'catalog.v1.find-representada',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord, z.null()]),
});

/** After every write: wakes callers that wait for a change. */
export const catalogChanged = broadcast({
  subject: 'catalog.v1.changed',
  sentBy: ['catalog'],
  heardBy: ['catalog'],
  message: z.object({ empresa_id: z.string() }),
});
