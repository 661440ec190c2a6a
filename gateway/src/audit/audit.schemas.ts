import { auditEntry } from '@representa/contracts';
import { asFault, cursorParameter, cursorReply, line, pageLimit } from '@representa/service-kit';
import { documentedAs } from '@representa/service-kit/openapi';
import { z } from 'zod';
import { asUtc } from '../moments.ts';
import { sourceOf } from './sources.ts';

const messages = {
  moment: 'Use uma data (2026-11-01) ou um momento (2026-11-01T12:00:00Z)',
  outOfRange: 'Deve estar entre os anos 1900 e 9999 (UTC)',
  reversed: 'Deve ser igual ou posterior a "de"',
} as const;

export const auditedResource = z.enum(Object.keys(sourceOf) as (keyof typeof sourceOf)[]);

/** A day without a time stands for its beginning or its end in UTC. */
const moment = (edge: '00:00:00.000' | '23:59:59.999', description: string) =>
  documentedAs(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: messages.moment }).transform((text, context) => {
      const moment = asUtc(text.length === 10 ? `${text}T${edge}Z` : text);
      if (moment === undefined) context.addIssue({ code: 'custom', message: messages.outOfRange });
      return moment ?? z.NEVER;
    }),
    { type: 'string', description, examples: ['2026-11-01'] },
  );

export const auditQuery = z
  .object({
    cursor: cursorParameter('O `next_cursor` da página anterior; vazio para as entradas mais recentes'),
    limit: pageLimit,
    recurso: auditedResource.optional().describe('Só de um tipo de registro'),
    id: line(1, 255).optional().describe('Só de um registro'),
    chave_id: z.guid().optional().describe('Só o que foi feito com uma chave'),
    de: moment('00:00:00.000', 'Desde este momento ou dia (UTC)').optional(),
    ate: moment('23:59:59.999', 'Até este momento ou dia (UTC)').optional(),
  })
  .refine(({ de, ate }) => de === undefined || ate === undefined || Date.parse(de) <= Date.parse(ate), {
    ...asFault('field.reversed', messages.reversed),
    path: ['ate'],
  });

export type AuditQuery = z.output<typeof auditQuery>;

export const auditReply = cursorReply(auditEntry);
