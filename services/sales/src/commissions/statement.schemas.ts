import { z } from 'zod';
import { commissionRecord, mes } from './commissions.schemas.ts';

export const statementQuery = z.object({
  representada_id: z.guid().toLowerCase(),
  mes: mes.optional(),
  formato: z.enum(['json', 'csv', 'pdf']).default('json'),
});

export const statementRecord = z.object({
  empresa_nome: z.string(),
  representada_id: z.guid(),
  representada_nome: z.string(),
  mes: z.string(),
  comissoes: z.array(commissionRecord),
  totais: z.object({ base: z.number(), valor: z.number(), pago: z.number(), aberto: z.number() }),
});

export type Statement = z.output<typeof statementRecord>;
