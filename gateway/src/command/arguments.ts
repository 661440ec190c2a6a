import { readFileSync } from 'node:fs';
import { allEmpresas } from '@representa/contracts';
import { z } from 'zod';
import { type EmpresaChanges, empresaRecord, readTimeZone } from '../empresas/empresas.schemas.ts';
import { keyRecord, scope as keyScopes, type Scope } from '../keys/keys.schemas.ts';
import { maxBurst, maxRate } from '../rate-limit/rate-limit.ts';
import { CommandError, noSuchEmpresa } from './command-error.ts';
import { type ChainHead, chainHeads } from './verify-audit.ts';

export interface CommandOptions {
  name?: string | undefined;
  'time-zone'?: string | undefined;
  rate?: string | undefined;
  burst?: string | undefined;
  label?: string | undefined;
  scope?: string | undefined;
  expires?: string | undefined;
  'own-register'?: boolean | undefined;
  'shared-register'?: boolean | undefined;
  /** A file that `audit head` wrote. */
  head?: string | undefined;
}

/** The functions below read an argument, or throw the sentence that says how it is written. */
export const empresaId = (text: string): string => {
  if (!z.guid().safeParse(text).success) throw noSuchEmpresa(text);
  return text.toLowerCase();
};

/** Whose audit: a company's, or that of what concerns all of them. */
export const auditedId = (text: string): string => (text === 'all' ? allEmpresas : empresaId(text));

const parsed = <Value>(schema: z.ZodType<Value>, text: unknown, sentence: string): Value => {
  const result = schema.safeParse(text);
  if (!result.success) throw new CommandError(sentence);
  return result.data;
};

export const companyName = (text: string): string =>
  parsed(
    empresaRecord.createBody.shape.nome,
    text,
    'A name has 1 to 255 characters, none of them a control character.',
  );
export const keyLabel = (text: string): string =>
  parsed(keyRecord.createBody.shape.rotulo, text, 'A label has 1 to 100 characters, none of them a control character.');
export const keyScope = (text = 'write'): Scope => parsed(keyScopes, text, 'A scope is read, write or admin.');

const timeZone = (text: string): string => {
  const zone = readTimeZone(text);
  if (zone === undefined)
    throw new CommandError(`There is no time zone "${text}"; they are written like America/Manaus.`);
  return zone;
};

/** "default" takes the company's own limit away. */
const limit = (text: string, max: number): number | null =>
  text === 'default'
    ? null
    : parsed(z.coerce.number().int().min(1).max(max), text, `A limit is a number from 1 to ${max}, or "default".`);

export const changesOf = ({
  name,
  'time-zone': time_zone,
  rate,
  burst,
}: CommandOptions): Omit<EmpresaChanges, 'ativa'> => ({
  ...(name !== undefined && { nome: companyName(name) }),
  ...(time_zone !== undefined && { fuso_horario: timeZone(time_zone) }),
  ...(rate !== undefined && { requisicoes_por_segundo: limit(rate, maxRate) }),
  ...(burst !== undefined && { rajada: limit(burst, maxBurst) }),
});

export const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
};

export const readHeads = (file: string): ChainHead[] => {
  const text = readText(file);
  try {
    return chainHeads.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${file} is not what "audit head --json" writes.`);
  }
};
