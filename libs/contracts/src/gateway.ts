import { z } from 'zod';
import { broadcast } from './operation.ts';

export const keyChanged = broadcast({
  subject: 'gateway.v1.key-changed',
  sentBy: ['gateway'],
  heardBy: ['gateway'],
  message: z.object({ key_hashes: z.array(z.string()) }),
});
