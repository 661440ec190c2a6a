import type { AuditChain, AuditEntry, AuditQuestion, AuditSource, Call, ChainQuestion } from '@representa/contracts';
import { isSameSecret } from '@representa/service-kit';
import type { AuditRepository } from './audit.repository.ts';
import { signCheckpoint } from './signature.ts';

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
  const readCheckpoint = async (call: Call, empresa_id: string): Promise<AuditChain['checkpoint']> => {
    const stored = await audit.readCheckpoint(call, empresa_id);
    if (!stored) return null;
    const { signature, ...checkpoint } = stored;
    const isGenuine = (key: string): boolean =>
      isSameSecret(signature, signCheckpoint(key, source, { empresa_id, ...checkpoint }));
    return { ...checkpoint, genuine: keys?.some(isGenuine) ?? null };
  };

  return {
    read: audit.read,
    readChain: async (call, { empresa_id, after, limit }) => {
      // Entries before the checkpoint: if some are removed in between, the newer checkpoint covers them. In the other order the
      // chain would have a gap.
      const links = await audit.readChain(call, empresa_id, after, limit);
      return { links, checkpoint: await readCheckpoint(call, empresa_id) };
    },
  };
};
