import { documentedAs, recordReply, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { issuedKey, label } from '../keys/keys.schemas.ts';
import { maxBurst, maxRate } from '../rate-limit/limits.ts';
import { readTimeZone } from './time-zone.ts';

const messages = { unknownTimeZone: 'Fuso horário desconhecido; escreva como America/Manaus' } as const;

const fuso_horario = documentedAs(
  z.string().transform((text, context) => {
    const zone = readTimeZone(text);
    if (zone === undefined) context.addIssue({ code: 'custom', message: messages.unknownTimeZone });
    return zone ?? z.NEVER;
  }),
  { type: 'string' },
);

export const firstKeyLabel = 'Primeira chave';

export const nome = label(255);

/** With null the gateway's configuration decides. */
const limits = {
  requisicoes_por_segundo: z.int().min(1).max(maxRate).nullable(),
  rajada: z.int().min(1).max(maxBurst).nullable(),
};

export const createEmpresaBody = z.object({
  nome,
  fuso_horario: fuso_horario.optional(),
  requisicoes_por_segundo: limits.requisicoes_por_segundo.optional(),
  rajada: limits.rajada.optional(),
});

export const updateEmpresaBody = z.object({ nome, ativa: z.boolean(), fuso_horario, ...limits }).partial();

export const empresaRecord = z.object({
  id: z.guid(),
  nome: z.string(),
  ativa: z.boolean(),
  fuso_horario: z.string(),
  requisicoes_por_segundo: z.int().nullable(),
  rajada: z.int().nullable(),
  criada_em: timestamp,
  atualizada_em: timestamp,
});

export const empresaReply = recordReply(empresaRecord);
export const newEmpresaReply = recordReply(empresaRecord.extend({ primeira_chave: issuedKey }));

export type Empresa = z.output<typeof empresaRecord>;
export type NewEmpresa = z.output<typeof createEmpresaBody>;
export type EmpresaChanges = z.output<typeof updateEmpresaBody>;
