import { type AuditedService, type Call, readAudit, readAuditChain } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import type { Database } from '@representa/postgres';
import { startSweeper } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import { type AuditRepository, makeAuditRepository } from './audit.repository.ts';
import { isSameSignature, signCheckpoint } from './signature.ts';

interface Dependencies {
  service: AuditedService;
  sql: Database;
  messaging: Messaging;
  log: Pick<Logger, 'warn'>;
  config: AuditConfig;
}

export interface AuditConfig {
  /** Entries are kept for so many days; for ever unless given. */
  AUDIT_RETENTION_DAYS?: number | undefined;
  /** Signs the checkpoints that removed entries leave. */
  AUDIT_SIGNING_KEY?: string | undefined;
}

const aMinuteMs = 60_000;

/** Answers the gateway's questions about a service's audit, and removes entries that are too old. */
export const addAudit = (app: FastifyInstance, { service, sql, messaging, log, config }: Dependencies): void => {
  const audit = makeAuditRepository(sql);
  messaging.answer(readAudit[service], (question, caller) => audit.read(caller, question));
  messaging.answer(readAuditChain[service], async ({ empresa_id, after, limit }, caller) => ({
    checkpoint: await readCheckpoint(audit, caller, service, empresa_id, config.AUDIT_SIGNING_KEY),
    links: await audit.readChain(caller, empresa_id, after, limit),
  }));

  const { AUDIT_RETENTION_DAYS: days, AUDIT_SIGNING_KEY: key } = config;
  if (days === undefined) return;
  if (key === undefined) throw new Error('AUDIT_RETENTION_DAYS needs AUDIT_SIGNING_KEY');
  const removeSome = makeRemoveOld(audit, { service, days, key });
  const stopSweeper = startSweeper({ what: 'old audit entries', everyMs: aMinuteMs, removeSome, log });
  app.addHook('preClose', async () => stopSweeper());
};

/** Removes some entries that are too old, and leaves a signed checkpoint. Returns how many. */
export const makeRemoveOld =
  (audit: AuditRepository, { service, days, key }: { service: AuditedService; days: number; key: string }) =>
  async (call: Call): Promise<number> => {
    const cut = await audit.findCut(call, days);
    return cut ? audit.cut(call, cut, signCheckpoint(key, service, cut)) : 0;
  };

const readCheckpoint = async (
  audit: AuditRepository,
  call: Call,
  service: AuditedService,
  empresa_id: string,
  key: string | undefined,
) => {
  const stored = await audit.readCheckpoint(call, empresa_id);
  if (!stored) return null;
  const { signature, ...checkpoint } = stored;
  const genuine =
    key !== undefined && isSameSignature(signature, signCheckpoint(key, service, { empresa_id, ...checkpoint }));
  return { ...checkpoint, genuine };
};
