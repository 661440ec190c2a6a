import { z } from 'zod';
import { broadcast, operation } from './operation.ts';

export const keyChanged = broadcast({
  subject: 'gateway.v1.key-changed',
  among: 'gateway',
  message: z.object({ key_hashes: z.array(z.string()).min(1) }),
});

/** The company's name, for documents that it sends. */
export const findEmpresa = operation({
  subject: 'gateway.v1.find-empresa',
  answeredBy: 'gateway',
  askedBy: ['sales'],
  request: z.object({ empresa_id: z.guid() }),
  reply: z.union([z.object({ nome: z.string() }), z.null()]),
});
