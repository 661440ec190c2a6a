import { cursorOnlyQuery, cursorReply, recordId } from '@representa/service-kit';
import { z } from 'zod';
import { empresaRecord } from '../empresas/empresas.schemas.ts';
import { keyRecord } from '../keys/keys.schemas.ts';

export const listEmpresasQuery = cursorOnlyQuery;
export const empresaParams = z.object({ id: recordId });
export const empresaKeyParams = z.object({ id: recordId, key_id: recordId });

export const empresaListReply = cursorReply(empresaRecord);

export const keyWithState = keyRecord.extend({ estado: z.enum(['valida', 'expirada', 'revogada']) });
export const keyWithStateListReply = cursorReply(keyWithState);
