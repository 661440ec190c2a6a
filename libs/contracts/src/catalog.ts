import { z } from 'zod';
import { batchedOperation } from './operation.ts';
import { foundRecord, recordAddress } from './references.ts';

export const findRepresentada = batchedOperation({
  subject: 'catalog.v1.find-representada',
  answeredBy: 'catalog',
  askedBy: ['sales'],
  request: recordAddress,
  reply: z.union([foundRecord, z.null()]),
});
