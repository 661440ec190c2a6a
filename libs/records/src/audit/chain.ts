import { createHash } from 'node:crypto';
import { type AuditChain, auditEntry } from '@representa/contracts';
import { z } from 'zod';

/** An entry of a chain, as it is verified. */
export type Link = AuditChain['links'][number];

export type LinkFault = 'the entry does not fit its hash' | 'filters would not find the entry';

const hashedEntry = auditEntry
  .pick({ numero: true, em: true, recurso: true, id: true, chave_id: true })
  .extend({ empresa_id: z.string() });

/** Undefined when the text is not that of an entry: somebody may have replaced it with anything. */
export const readHashed = (text: string): z.output<typeof hashedEntry> | undefined => {
  try {
    return hashedEntry.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Says why an entry is not as it was written. `lastHash` is that of the entry before it, or empty. */
export const findFault = (empresa_id: string, lastHash: string, link: Link): LinkFault | undefined => {
  const { numero, entry, hash, fits } = link;
  const computed = createHash('sha256').update(Buffer.from(lastHash, 'hex')).update(entry).digest('hex');
  const hashed = readHashed(entry);
  if (computed !== hash || hashed?.numero !== numero || hashed.empresa_id !== empresa_id)
    return 'the entry does not fit its hash';
  return fits ? undefined : 'filters would not find the entry';
};
