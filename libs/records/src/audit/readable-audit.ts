import { createHmac } from 'node:crypto';
import type { AuditChain, AuditEntry, AuditQuestion, AuditSource, Call, ChainQuestion } from '@representa/contracts';
import { isSameSecret } from '@representa/service-kit/process';
import type { AuditRepository, Cut, StoredCheckpoint } from './audit.repository.ts';

/** Signs where a company's chain was cut, in hexadecimal. */
export const signCheckpoint = (key: string, source: AuditSource, { empresa_id, numero, hash, em }: Cut): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([source, empresa_id, numero, hash, em]))
    .digest('hex');

/** The audit of one process, to be read and verified. */
export interface ReadableAudit {
  read(call: Call, question: AuditQuestion): Promise<AuditEntry[]>;
  readChain(call: Call, question: ChainQuestion): Promise<AuditChain>;
}

export const makeReadableAudit = (
  audit: AuditRepository,
  source: AuditSource,
  keys: readonly string[] | undefined,
): ReadableAudit => {
  const check = (empresa_id: string, { signature, ...checkpoint }: StoredCheckpoint): AuditChain['checkpoint'] => {
    const isGenuine = (key: string): boolean =>
      isSameSecret(signature, signCheckpoint(key, source, { empresa_id, ...checkpoint }));
    return { ...checkpoint, genuine: keys?.some(isGenuine) ?? null };
  };

  return {
    read: audit.read,
    readChain: async (call, question) => {
      const { links, checkpoint } = await audit.readChain(call, question);
      return { links, checkpoint: checkpoint && check(question.empresa_id, checkpoint) };
    },
  };
};
