import { defineRecord, fixed, type NewOf, readOnly, type ShownBy, withDefault } from '@representa/records';
import { cursorReply, line, recordId, recordReply, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { asUtc } from '../moments.ts';

export const messages = {
  controls: 'Não pode ter caracteres de controle',
  deleted: 'Chave revogada com sucesso',
  deletedUnheard: 'Chave revogada com sucesso. Por cerca de um minuto, outros servidores ainda podem aceitá-la',
  expiryForm: 'Deve ser data e hora com fuso, como 2026-12-31T23:59:59-03:00',
  expiryPast: 'Deve estar no futuro',
  expiryDistant: 'Deve ser antes do ano 10000 (UTC)',
} as const;

/** A company has few keys, so that a list needs no second page. */
export const maxKeys = 100;

/** The most keys of a company that the operator sees. After the valid ones come the newest of the others. */
export const maxListed = 1_000;

/** Each includes the ones before it. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export const scope = z.enum(scopes);

const sevenDays = 604_800;
const oneDay = 86_400;

const expiry = z.iso
  // `abort`: a text that is no time is one fault, not two.
  .datetime({ offset: true, abort: true, error: messages.expiryForm })
  .refine((text) => Date.parse(text) > Date.now(), { error: messages.expiryPast, abort: true })
  .refine((text) => asUtc(text) !== undefined, { error: messages.expiryDistant, abort: true })
  .overwrite((text) => asUtc(text) ?? text)
  .nullable();

/** Bidirectional controls among them: they would show a name as another. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A name that the operator's programs and terminals show. */
export const label = (maximum: number) =>
  line(1, maximum).refine((text) => !controls.test(text), { error: messages.controls });

/** A key: each field once, in the order of replies. A new field also needs its column, in a migration. */
export const keyRecord = defineRecord(
  { table: 'api_key', resource: 'keys', isVersioned: false },
  {
    id: readOnly(z.guid()),
    rotulo: fixed(label(100).meta({ description: 'Para que a chave serve', examples: ['Integração com o ERP'] })),
    escopo: fixed(
      scope.meta({
        description: '`read` só lê; `write` lê e altera; `admin` também administra as chaves e lê a auditoria',
        examples: ['write'],
      }),
    ),
    prefixo: readOnly(
      z.string().meta({ description: 'Começo da chave, para reconhecê-la', examples: ['rep_live_7Hq2ZbXk'] }),
    ),
    criada_em: readOnly(timestamp.meta({ description: 'Momento da criação', examples: ['2026-07-01T12:00:00.000Z'] })),
    ultimo_uso: readOnly(
      timestamp.nullable().meta({
        description: 'Minuto do último uso; `null` se nunca foi usada. Pode atrasar alguns segundos',
        examples: ['2026-07-01T12:34:00.000Z'],
      }),
    ),
    expira_em: {
      ...withDefault(
        expiry.meta({ description: 'Quando a chave deixa de valer; `null` se não expira', examples: [null] }),
        null,
      ),
      update: undefined,
      shown: timestamp.nullable(),
    },
  },
);

export const rotateKeyBody = z.object({
  sobreposicao: z
    .int()
    .min(0)
    .max(sevenDays)
    .default(oneDay)
    .meta({
      description: 'Por quantos segundos a chave antiga ainda vale: de 0 a 7 dias; um dia se omitido',
      examples: [3600],
    }),
  /** When absent, the new key expires when the old one would have. */
  expira_em: expiry.optional(),
});

export const keyParams = z.object({ id: recordId });

/** A key as the operator sees it, who also sees keys that no longer work. */
export const keyWithState = keyRecord.reply.extend({
  estado: z
    .enum(['valida', 'expirada', 'revogada'])
    .meta({ description: 'Se a chave ainda vale', examples: ['valida'] }),
});

export const issuedKey = keyRecord.reply.extend({
  chave: z.string().meta({
    description: 'A chave secreta. Só aparece nesta resposta: guarde-a',
    examples: ['rep_live_7Hq2ZbXkP0sD4fGhJ6lM8nQ1rT3vW51xKb9z'],
  }),
});

/** The company, the scope and the limits of a valid key. */
export const keyHolder = z.object({
  key_id: z.string(),
  prefix: z.string(),
  escopo: scope,
  empresa_id: z.string(),
  time_zone: z.string(),
  ativa: z.boolean(),
  /** The company's own limits; null when it has the default ones. */
  requisicoes_por_segundo: z.number().nullable(),
  rajada: z.number().nullable(),
  /** Milliseconds since 1970. */
  expires_at: z.number().nullable(),
});

export const issuedKeyReply = recordReply(issuedKey);
export const keyListReply = cursorReply(keyRecord.reply);

export type KeyRecord = ShownBy<typeof keyRecord>;
export type KeyWithState = z.output<typeof keyWithState>;
export type IssuedKey = z.output<typeof issuedKey>;
export type NewKey = NewOf<typeof keyRecord>;
export type Rotation = z.output<typeof rotateKeyBody>;
export type KeyHolder = z.output<typeof keyHolder>;
