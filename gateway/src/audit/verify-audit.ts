import { auditedServices, callWithin } from '@representa/contracts';
import { connectMessaging } from '@representa/messaging';
import type { CommandConfig } from '../config.ts';
import { untilConnected } from '../empresas/announce.ts';
import { type ChainHead, type Verified, verifyChain } from './verify-chain.ts';

/** Verifies a company's chains, one for each service. `known` are heads that were exported earlier. */
export type VerifyAudit = (empresa_id: string, known: readonly ChainHead[]) => Promise<Verified[]>;

const answerMs = 10_000;
const silent = { info: () => {}, warn: () => {} };

export const makeVerifyAudit =
  ({ NATS_URL }: Pick<CommandConfig, 'NATS_URL'>): VerifyAudit =>
  async (empresa_id, known) => {
    const messaging = connectMessaging({ url: NATS_URL, process: 'gateway', log: silent });
    try {
      await untilConnected(messaging);
      return await Promise.all(
        auditedServices.map((service) =>
          verifyChain({
            messaging,
            service,
            empresa_id,
            known: known.find((head) => head.service === service),
            call: () => callWithin(answerMs),
          }),
        ),
      );
    } finally {
      await messaging.close();
    }
  };
