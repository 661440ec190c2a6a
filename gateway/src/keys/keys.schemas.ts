import { cursorReply, line, recordId, recordReply, timestamp } from '@representa/service-kit';
import { z } from 'zod';
import { asUtc } from '../moments.ts';
import { messages } from './keys.errors.ts';

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

export const createKeyBody = z.object({
  rotulo: label(100),
  escopo: scope,
  expira_em: expiry.default(null),
});

export const rotateKeyBody = z.object({
  sobreposicao: z.int().min(0).max(sevenDays).default(oneDay),
  /** When absent, the new key expires when the old one would have. */
  expira_em: expiry.optional(),
});

export const keyParams = z.object({ id: recordId });

export const keyRecord = z.object({
  id: z.guid(),
  rotulo: z.string(),
  escopo: scope,
  prefixo: z.string(),
  criada_em: timestamp,
  ultimo_uso: timestamp.nullable(),
  expira_em: timestamp.nullable(),
});

/** A key as the operator sees it, who also sees keys that no longer work. */
export const keyWithState = keyRecord.extend({ estado: z.enum(['valida', 'expirada', 'revogada']) });

export const issuedKey = keyRecord.extend({ chave: z.string() });

export const issuedKeyReply = recordReply(issuedKey);
export const keyListReply = cursorReply(keyRecord);

export type KeyRecord = z.output<typeof keyRecord>;
export type KeyWithState = z.output<typeof keyWithState>;
export type IssuedKey = z.output<typeof issuedKey>;
export type NewKey = z.output<typeof createKeyBody>;
export type Rotation = z.output<typeof rotateKeyBody>;
