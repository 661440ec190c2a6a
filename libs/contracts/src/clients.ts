import { z } from 'zod';
import { gatheredOperation } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

export const findClient = gatheredOperation({
  subject: 'clients.v1.find-client',
  answeredBy: 'clients',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord.extend({ ativo: z.boolean() }), z.null()]),
});
