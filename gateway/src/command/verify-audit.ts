import { type AuditSource, auditSources, type Call, callWithin } from '@representa/contracts';
import { type AuditRepository, findFault, type LinkFault, type ReadableAudit, readHashed } from '@representa/records';
import { z } from 'zod';
import { makeAuditSources } from '../audit/sources.ts';
import type { CommandConfig } from '../config.ts';
import { untilConnected, withMessaging } from './connect.ts';

const chainHead = z.object({
  service: z.enum(auditSources),
  /** The number of the last entry; 0 when there is none. */
  numero: z.int(),
  hash: z.string(),
  /** When that entry was written; empty when there is none. */
  em: z.string(),
});

/** Needs one of each source: without its head, a chain would not be compared. */
export const chainHeads = z
  .array(chainHead)
  .refine((heads) => auditSources.every((source) => heads.some(({ service }) => service === source)));
export type ChainHead = z.output<typeof chainHead>;

interface ChainFault {
  service: AuditSource;
  numero: number;
  reason:
    | LinkFault
    | 'the signature of the checkpoint is wrong'
    | 'the signature of the checkpoint cannot be checked'
    | 'the removed entries were older than the head'
    | 'the head is not in the chain';
}

export interface WholeChain {
  ok: true;
  entries: number;
  head: ChainHead;
}
export type Verified = WholeChain | { ok: false; fault: ChainFault };

interface Options {
  audit: Pick<ReadableAudit, 'readChain'>;
  /** Whose audit it is. */
  service: AuditSource;
  empresa_id: string;
  /** A head that was exported earlier. It must still be in the chain. */
  known?: ChainHead | undefined;
  call: () => Call;
}

const pageSize = 500;

/** Computes every hash of a company's chain anew. Stops at the first entry that is not as it was written. */
export const verifyChain = async (options: Options): Promise<Verified> => {
  const { audit, service, empresa_id, known, call } = options;
  const broken = (numero: number, reason: ChainFault['reason']): Verified => ({
    ok: false,
    fault: { service, numero, reason },
  });
  let head: ChainHead = { service, numero: 0, hash: '', em: '' };
  let entries = 0;
  let isKnownSeen = known === undefined || known.numero === 0;
  /** Goes on to an entry. False when the exported head has its number, and another hash. */
  const moveTo = (numero: number, hash: string, em: string): boolean => {
    head = { service, numero, hash, em };
    if (known?.numero !== numero) return true;
    isKnownSeen = true;
    return known.hash === hash;
  };
  for (;;) {
    const question = { empresa_id, after: head.numero, limit: pageSize };
    const { checkpoint, links } = await audit.readChain(call(), question);
    // Entries may be removed between two pages.
    if (checkpoint && (head.numero === 0 || checkpoint.numero > head.numero)) {
      if (checkpoint.genuine === null)
        return broken(checkpoint.numero, 'the signature of the checkpoint cannot be checked');
      if (!checkpoint.genuine) return broken(checkpoint.numero, 'the signature of the checkpoint is wrong');
      if (known && known.numero < checkpoint.numero) {
        // It can no longer be compared. But times grow along the chain: entries that were removed before their time were written anew.
        if (checkpoint.em < known.em) return broken(checkpoint.numero, 'the removed entries were older than the head');
        isKnownSeen = true;
      }
      if (!moveTo(checkpoint.numero, checkpoint.hash, checkpoint.em))
        return broken(checkpoint.numero, 'the head is not in the chain');
    }
    for (const link of links) {
      const { numero, hash } = link;
      const fault = findFault(empresa_id, head.hash, link);
      if (fault) return broken(numero, fault);
      entries += 1;
      if (!moveTo(numero, hash, readHashed(link.entry)?.em ?? ''))
        return broken(numero, 'the head is not in the chain');
    }
    if (links.length < pageSize) break;
  }
  return isKnownSeen ? { ok: true, entries, head } : broken(known?.numero ?? 0, 'the head is not in the chain');
};

/** Verifies a company's chains, one for each source. `known` are heads that were exported earlier. */
export type VerifyAudit = (empresa_id: string, known: readonly ChainHead[]) => Promise<Verified[]>;

/** The deadline of one page of a chain. A question over NATS waits for a second at most. */
const pageMs = 10_000;

export const makeVerifyAudit =
  (audit: AuditRepository, config: Pick<CommandConfig, 'NATS_URL' | 'AUDIT_SIGNING_KEY'>): VerifyAudit =>
  (empresa_id, known) =>
    withMessaging(config, async (messaging) => {
      await untilConnected(messaging);
      const sources = makeAuditSources({ messaging, audit, config });
      return Promise.all(
        auditSources.map((service) =>
          verifyChain({
            audit: sources[service],
            service,
            empresa_id,
            known: known.find((head) => head.service === service),
            call: () => callWithin(pageMs),
          }),
        ),
      );
    });
