import { cursorQuery, documentedAs, recordId } from '@representa/service-kit';
import { z } from 'zod';
import { empresaRecord } from '../empresas/empresas.schemas.ts';
import { keyRecord } from '../keys/keys.schemas.ts';

/** More than 100 count as 100 (decision 20). */
const limit = documentedAs(
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((value) => Math.min(value, 100)),
  { type: 'integer', minimum: 1 },
);

export const listEmpresasQuery = z.object({ cursor: cursorQuery.default(''), limit: limit.default(20) });
export const empresaParams = z.object({ id: recordId });
export const empresaKeyParams = z.object({ id: recordId, key_id: recordId });

export const empresaListReply = z.object({
  data: z.array(empresaRecord),
  limit: z.int(),
  next_cursor: z.string().nullable(),
});

export const keyWithState = keyRecord.extend({ estado: z.enum(['valida', 'expirada', 'revogada']) });
export const keyWithStateListReply = z.object({
  data: z.array(keyWithState),
  limit: z.int(),
  next_cursor: z.string().nullable(),
});
