import { z } from 'zod';
import { scope } from '../keys/keys.schemas.ts';

/** The company, the scope and the limits of a valid key. */
export const keyHolder = z.object({
  key_id: z.string(),
  prefix: z.string(),
  escopo: scope,
  empresa_id: z.string(),
  time_zone: z.string(),
  ativa: z.boolean(),
  /** The company's own limits; null when it has the usual ones. */
  requisicoes_por_segundo: z.number().nullable(),
  rajada: z.number().nullable(),
  /** Milliseconds since 1970. */
  expires_at: z.number().nullable(),
});
export type KeyHolder = z.output<typeof keyHolder>;
