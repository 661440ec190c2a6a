import type { AuditSource, Call } from '@representa/contracts';
import type { AuditRepository, Cut } from './audit.repository.ts';
import { findFault, type LinkFault, readHashed } from './chain.ts';
import { makeReadableAudit } from './readable-audit.ts';

/** The entry that is not as it was written. */
export interface RefusedCut {
  empresa_id: string;
  numero: number;
  reason: LinkFault | 'the signature of the checkpoint is wrong';
}

/** Of a company at once. */
export const maxRemoved = 500;

/**
 * Finds up to where a company's entries are older than a moment. The signature of a checkpoint vouches for what was removed, so
 * the entries must be as they were written, and only the times that their hashes cover count.
 */
export const makeFindCut = (audit: AuditRepository, source: AuditSource, keys: readonly string[]) => {
  const { readChain } = makeReadableAudit(audit, source, keys);
  return async (call: Call, empresa_id: string, before: Date): Promise<Cut | RefusedCut> => {
    const { checkpoint, links } = await readChain(call, { empresa_id, after: 0, limit: maxRemoved });
    if (checkpoint && !checkpoint.genuine)
      return { empresa_id, numero: checkpoint.numero, reason: 'the signature of the checkpoint is wrong' };
    let cut: Cut = { empresa_id, ...(checkpoint ?? { numero: 0, hash: '', em: '' }) };
    for (const link of links) {
      const { numero, hash, entry } = link;
      const reason = findFault(empresa_id, cut.hash, link);
      if (reason) return { empresa_id, numero, reason };
      const em = readHashed(entry)?.em ?? '';
      if (!(Date.parse(em) < before.getTime())) break;
      cut = { empresa_id, numero, hash, em };
    }
    return cut;
  };
};
