import type { AuditSource, Call } from '@representa/contracts';
import { addSweeper } from '@representa/service-kit';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { AuditRepository } from './audit.repository.ts';
import { makeFindCut, type RefusedCut } from './find-cut.ts';
import { signCheckpoint } from './signature.ts';

export interface AuditConfig {
  /** Entries are kept for so many days; for ever unless given. */
  AUDIT_RETENTION_DAYS?: number | undefined;
  /** The first signs the checkpoints that removed entries leave. Earlier ones follow, for the checkpoints that they signed. */
  AUDIT_SIGNING_KEY?: readonly string[] | undefined;
}

interface Dependencies {
  source: AuditSource;
  audit: AuditRepository;
  log: Log;
  config: AuditConfig;
}

const aMinuteMs = 60_000;

/** Removes entries that are too old, as long as the process runs. */
export const addRetention = (app: FastifyInstance, { source, audit, log, config }: Dependencies): void => {
  const { AUDIT_RETENTION_DAYS: days, AUDIT_SIGNING_KEY: keys } = config;
  if (days === undefined) return;
  if (keys === undefined) throw new Error('AUDIT_RETENTION_DAYS needs AUDIT_SIGNING_KEY');
  const sweep = makeRemoveOld(audit, { source, days, keys, log });
  addSweeper(app, { what: 'remove old audit entries', everyMs: aMinuteMs, sweep, log });
};

interface Retention {
  source: AuditSource;
  days: number;
  keys: readonly string[];
  log: Log;
}

const dayMs = 86_400_000;
/** A log line stays short when every company's audit was changed. */
const mostNamed = 10;

/**
 * Removes some entries that are too old, and leaves a signed checkpoint. Returns how many. A company whose audit was changed
 * keeps its entries, and does not keep those of other companies from being removed.
 */
export const makeRemoveOld = (audit: AuditRepository, { source, days, keys, log }: Retention) => {
  const findCut = makeFindCut(audit, source, keys);
  /** What this round could not cut. A round ends when no other company has entries that are too old. */
  let refused: RefusedCut[] = [];
  return async (call: Call): Promise<number> => {
    const before = new Date(Date.now() - days * dayMs);
    for (;;) {
      const empresa_id = await audit.findOld(call, before, refused.at(-1)?.empresa_id);
      if (empresa_id === undefined) break;
      const cut = await findCut(call, empresa_id, before);
      if (!('reason' in cut)) return audit.cut(call, cut, signCheckpoint(keys[0] as string, source, cut));
      refused.push(cut);
    }
    if (refused.length > 0)
      log.error(
        { service: source, companies: refused.length, entries: refused.slice(0, mostNamed) },
        'the audit was changed: old entries are not removed',
      );
    refused = [];
    return 0;
  };
};
