import { type AuditedService, readAudit, readAuditChain } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { makeAuditRepository } from './audit.repository.ts';
import { makeReadableAudit } from './readable-audit.ts';
import { type AuditConfig, addRetention } from './retention.ts';

interface Dependencies {
  database: Database;
  messaging: Messaging;
  log: Log;
  config: AuditConfig;
}

/** Answers the gateway's questions about a service's audit, and removes entries that are too old. */
export const addAudit = (
  app: FastifyInstance,
  { database, messaging, log, config }: Dependencies,
  service: AuditedService,
): void => {
  const audit = makeAuditRepository(database);
  const { read, readChain } = makeReadableAudit(audit, service, config.AUDIT_SIGNING_KEY);
  messaging.answer(readAudit[service], (question, call) => read(call, question));
  messaging.answer(readAuditChain[service], (question, call) => readChain(call, question));
  addRetention(app, { source: service, audit, log, config });
};
