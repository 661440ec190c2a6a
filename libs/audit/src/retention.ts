import type { AuditSource, Call } from '@representa/contracts';
import { addSweeper } from '@representa/service-kit';
import type { Logger } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { AuditRepository } from './audit.repository.ts';
import { signCheckpoint } from './signature.ts';

export interface AuditConfig {
  /** Entries are kept for so many days; for ever unless given. */
  AUDIT_RETENTION_DAYS?: number | undefined;
  /** Signs the checkpoints that removed entries leave. */
  AUDIT_SIGNING_KEY?: string | undefined;
}

interface Dependencies {
  source: AuditSource;
  audit: AuditRepository;
  log: Pick<Logger, 'warn'>;
  config: AuditConfig;
}

const aMinuteMs = 60_000;

/** Removes entries that are too old, as long as the process runs. */
export const addRetention = (app: FastifyInstance, { source, audit, log, config }: Dependencies): void => {
  const { AUDIT_RETENTION_DAYS: days, AUDIT_SIGNING_KEY: key } = config;
  if (days === undefined) return;
  if (key === undefined) throw new Error('AUDIT_RETENTION_DAYS needs AUDIT_SIGNING_KEY');
  const sweep = makeRemoveOld(audit, { source, days, key });
  addSweeper(app, { what: 'remove old audit entries', everyMs: aMinuteMs, sweep, log });
};

/** Removes some entries that are too old, and leaves a signed checkpoint. Returns how many. */
export const makeRemoveOld =
  (audit: AuditRepository, { source, days, key }: { source: AuditSource; days: number; key: string }) =>
  async (call: Call): Promise<number> => {
    const cut = await audit.findCut(call, days);
    return cut ? audit.cut(call, cut, signCheckpoint(key, source, cut)) : 0;
  };
