import { type AuditedService, type AuditSource, readAudit, readAuditChain } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { type AuditRepository, makeReadableAudit, type ReadableAudit } from '@representa/records';
import type { Config } from '../config.ts';

export type AuditSources = Readonly<Record<AuditSource, ReadableAudit>>;

/** Who has the entries of each kind of record. */
export const sourceOf = {
  sales: 'sales',
  receipts: 'sales',
  payments: 'sales',
  adjustments: 'sales',
  indices: 'sales',
  clients: 'clients',
  products: 'catalog',
  representadas: 'catalog',
  keys: 'gateway',
  empresas: 'gateway',
} as const satisfies Record<string, AuditSource>;

interface Dependencies {
  messaging: Pick<Messaging, 'ask'>;
  /** The gateway's own. */
  audit: AuditRepository;
  config: Pick<Config, 'AUDIT_SIGNING_KEY'>;
}

/** Where a company's audit is: each service's is asked for over NATS, the gateway's own is in its schema. */
export const makeAuditSources = ({ messaging, audit, config }: Dependencies): AuditSources => {
  const ofService = (service: AuditedService): ReadableAudit => ({
    read: (call, question) => messaging.ask(readAudit[service], question, call),
    readChain: (call, question) => messaging.ask(readAuditChain[service], question, call),
  });
  return {
    sales: ofService('sales'),
    clients: ofService('clients'),
    catalog: ofService('catalog'),
    gateway: makeReadableAudit(audit, 'gateway', config.AUDIT_SIGNING_KEY),
  };
};
