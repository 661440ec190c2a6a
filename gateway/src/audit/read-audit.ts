import { type AuditEntry, type AuditSource, auditSources, type Call } from '@representa/contracts';
import { decodeCursor, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import type { AuditQuery } from './audit.schemas.ts';
import { type AuditSources, sourceOf } from './sources.ts';

interface AuditPage {
  data: AuditEntry[];
  limit: number;
  next_cursor: string | null;
}

export type ReadAudit = (call: Call, empresa_id: string, query: AuditQuery) => Promise<AuditPage>;

const entryNumber = z.int().nonnegative();
/** For each source: entries with lower numbers are on the next pages. */
const position = z.tuple([entryNumber, entryNumber, entryNumber, entryNumber]);

interface Merged {
  entry: AuditEntry;
  /** The index of the list that has it. */
  from: number;
}

/**
 * Returns the newest first. Each list keeps its own order, which is by number: a clock that was set back must not move an entry
 * behind the cursor.
 */
const mergeNewest = (lists: readonly AuditEntry[][], limit: number): Merged[] => {
  const rest = lists.map((entries) => [...entries]);
  const merged: Merged[] = [];
  while (merged.length < limit) {
    let newest: Merged | undefined;
    for (const [from, [entry]] of rest.entries())
      if (entry && (!newest || entry.em > newest.entry.em)) newest = { entry, from };
    if (!newest) break;
    rest[newest.from]?.shift();
    merged.push(newest);
  }
  return merged;
};

/**
 * The id as it was stored: a UUID in lower case. That of a product is kept as it was sent, and catalog has products unless only
 * representadas are asked for.
 */
const storedId = (source: AuditSource, { id, recurso }: Pick<AuditQuery, 'id' | 'recurso'>): string | undefined => {
  const mayBeProduct = source === 'catalog' && recurso !== 'representadas';
  return mayBeProduct || !z.guid().safeParse(id).success ? id : id?.toLowerCase();
};

/** Reads a page of each source's entries and merges them by time. */
export const makeReadAudit =
  (sources: AuditSources): ReadAudit =>
  async (call, empresa_id, { cursor, limit, ...filters }) => {
    const scope = { audit: empresa_id, ...filters };
    const before = decodeCursor(scope, cursor, position) ?? auditSources.map(() => Number.MAX_SAFE_INTEGER);

    const readOf = async (source: AuditSource, below = 0): Promise<AuditEntry[]> => {
      const isAsked = filters.recurso === undefined || sourceOf[filters.recurso] === source;
      if (!isAsked || below === 0) return [];
      const id = storedId(source, filters);
      return sources[source].read(call, { empresa_id, ...filters, id, before: below, limit });
    };
    const found = await Promise.all(auditSources.map((source, i) => readOf(source, before[i])));
    const merged = mergeNewest(found, limit);

    const next = found.map((entries, from) => {
      const shown = merged.filter((one) => one.from === from);
      // A short page was the last one.
      if (shown.length === entries.length && entries.length < limit) return 0;
      return shown.at(-1)?.entry.numero ?? before[from] ?? 0;
    });
    const isEnd = next.every((below) => below === 0);
    return { data: merged.map(({ entry }) => entry), limit, next_cursor: isEnd ? null : encodeCursor(scope, next) };
  };
