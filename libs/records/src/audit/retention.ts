import type { AuditSource, Call } from '@representa/contracts';
import { nilUuid } from '@representa/service-kit';
import { addSweeper } from '@representa/service-kit/process';
import type { Log } from '@representa/telemetry';
import type { FastifyInstance } from 'fastify';
import type { AuditRepository, Cut } from './audit.repository.ts';
import { findFault, type LinkFault, readHashed } from './chain.ts';
import { makeReadableAudit, signCheckpoint } from './readable-audit.ts';

/** The entry that is not as it was written. */
interface RefusedCut {
  empresa_id: string;
  numero: number;
  reason: LinkFault | 'the signature of the checkpoint is wrong';
}

/** Of a company at once. */
const maxRemoved = 500;

/**
 * Finds up to where a company's entries are older than a moment. The signature of a checkpoint vouches for what was removed, so
 * the entries must be as they were written, and only the times that their hashes cover count.
 */
const makeFindCut = (audit: AuditRepository, source: AuditSource, keys: readonly string[]) => {
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

/** Often enough for entries that are kept for days. */
const anHourMs = 3_600_000;

/** Removes entries that are too old, as long as the process runs. */
export const addRetention = (app: FastifyInstance, { source, audit, log, config }: Dependencies): void => {
  const { AUDIT_RETENTION_DAYS: days, AUDIT_SIGNING_KEY: keys } = config;
  if (days === undefined) return;
  if (keys === undefined) throw new Error('AUDIT_RETENTION_DAYS needs AUDIT_SIGNING_KEY');
  const sweep = makeRemoveOld(audit, { source, days, keys, log });
  addSweeper(app, { what: 'remove old audit entries', everyMs: anHourMs, sweep, log });
};

interface Retention {
  source: AuditSource;
  days: number;
  keys: readonly string[];
  log: Log;
}

const dayMs = 86_400_000;
/** A log line stays short when every company's audit was changed. */
const maxNamed = 10;

/**
 * Removes some entries that are too old, and leaves a signed checkpoint. Returns how many. A company whose audit was changed
 * keeps its entries, and does not keep those of other companies from being removed.
 */
export const makeRemoveOld = (audit: AuditRepository, { source, days, keys, log }: Retention) => {
  const findCut = makeFindCut(audit, source, keys);
  /** A round goes through all companies, each of which is looked at once. This is the last one that needs no more. */
  let position = nilUuid;
  let refused: RefusedCut[] = [];

  const endRound = (): void => {
    if (refused.length > 0)
      log.error(
        { service: source, companies: refused.length, entries: refused.slice(0, maxNamed) },
        'the audit was changed: old entries are not removed',
      );
    position = nilUuid;
    refused = [];
  };

  const removeOf = async (call: Call, empresa_id: string, before: Date): Promise<number> => {
    const cut = await findCut(call, empresa_id, before);
    if ('reason' in cut) {
      refused.push(cut);
      return 0;
    }
    return audit.cut(call, cut, signCheckpoint(keys[0] as string, source, cut));
  };

  return async (call: Call): Promise<number> => {
    const before = new Date(Date.now() - days * dayMs);
    for (;;) {
      const company = await audit.findOld(call, before, position);
      if (!company) break;
      const removed = company.is_old ? await removeOf(call, company.empresa_id, before) : 0;
      // With so many removed the company may have more that are too old.
      if (removed < maxRemoved) position = company.empresa_id;
      if (removed > 0) return removed;
    }
    endRound();
    return 0;
  };
};
