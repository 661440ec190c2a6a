import {
  type ChangesOf,
  defineRecord,
  type NewOf,
  readOnly,
  required,
  type ShownBy,
  updatable,
} from '@representa/records';
import { recordReply, timestamp } from '@representa/service-kit';
import { documentedAs } from '@representa/service-kit/openapi';
import { z } from 'zod';
import { issuedKey, label } from '../keys/keys.schemas.ts';
import { maxBurst, maxRate } from '../rate-limit/rate-limit.ts';

/** The zone's usual name, or undefined when there is no such zone. An offset is refused: it has no summer time. */
export const readTimeZone = (text: string): string | undefined => {
  try {
    if (/^[a-z]/i.test(text)) return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {}
  return undefined;
};

const messages = { unknownTimeZone: 'Fuso horário desconhecido; escreva como America/Manaus' } as const;

const fuso_horario = documentedAs(
  z.string().transform((text, context) => {
    const zone = readTimeZone(text);
    if (zone === undefined) context.addIssue({ code: 'custom', message: messages.unknownTimeZone });
    return zone ?? z.NEVER;
  }),
  { type: 'string' },
).meta({ description: 'Onde começam os dias da empresa', examples: ['America/Sao_Paulo'] });

export const firstKeyLabel = 'Primeira chave';

/** With null the gateway's configuration decides. */
const limit = (max: number) => z.int().min(1).max(max).nullable();

const requisicoes_por_segundo = limit(maxRate).meta({
  description: 'Limite da empresa em todos os gateways; `null`: o limite geral',
  examples: [200],
});
const rajada = limit(maxBurst).meta({
  description: 'Quantas requisições podem vir de uma vez; `null`: o valor geral',
  examples: [400],
});

/** A company: each field once, in the order of replies. A new field also needs its column, in a migration. */
export const empresaRecord = defineRecord(
  { table: 'empresa', resource: 'empresas', isVersioned: false, generated: { fuso_horario: "'America/Sao_Paulo'" } },
  {
    id: readOnly(z.guid()),
    nome: required(label(255).meta({ description: 'Nome da empresa', examples: ['Representações Aurora'] })),
    ativa: updatable(
      z.boolean().meta({ description: 'As chaves de uma empresa inativa são recusadas', examples: [true] }),
    ),
    fuso_horario: required(fuso_horario, { create: fuso_horario.optional() }),
    requisicoes_por_segundo: required(requisicoes_por_segundo, { create: requisicoes_por_segundo.optional() }),
    rajada: required(rajada, { create: rajada.optional() }),
    registro_proprio: readOnly(
      z.boolean().meta({
        description:
          'Emails de clientes e ids de produtos são únicos somente na empresa; quem muda é o comando `empresas set`',
        examples: [false],
      }),
    ),
    criada_em: readOnly(timestamp.meta({ description: 'Momento da criação', examples: ['2026-07-01T12:00:00.000Z'] })),
    atualizada_em: readOnly(
      timestamp.meta({ description: 'Momento da última alteração', examples: ['2026-07-01T12:00:00.000Z'] }),
    ),
  },
);

export const empresaReply = recordReply(empresaRecord.reply);
export const newEmpresaReply = recordReply(empresaRecord.reply.extend({ primeira_chave: issuedKey }));

export type Empresa = ShownBy<typeof empresaRecord>;
export type NewEmpresa = NewOf<typeof empresaRecord>;
export type EmpresaChanges = ChangesOf<typeof empresaRecord>;
