import { auditSources, callWithin } from '@representa/contracts';
import type { AuditRepository } from '@representa/records';
import { makeAuditSources } from '../audit/sources.ts';
import type { CommandConfig } from '../config.ts';
import { untilConnected, withMessaging } from './connect.ts';
import { type ChainHead, type Verified, verifyChain } from './verify-chain.ts';

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
