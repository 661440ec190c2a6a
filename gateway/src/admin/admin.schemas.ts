import { cursorReply, recordId } from '@representa/service-kit';
import { z } from 'zod';
import { empresaRecord } from '../empresas/empresas.schemas.ts';
import { keyWithState } from '../keys/keys.schemas.ts';

export const empresaParams = z.object({ id: recordId });
export const empresaKeyParams = z.object({
  id: recordId,
  key_id: recordId.meta({ description: 'Identificador da chave' }),
});

export const empresaListReply = cursorReply(empresaRecord.reply);

export const keyWithStateListReply = cursorReply(keyWithState);
