import { z } from 'zod';
import { batchedOperation } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

export const findClient = batchedOperation({
  subject: 'clients.v1.find-client',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord.extend({ ativo: z.boolean() }), z.null()]),
});
