import { type AuditEntry, type AuditSource, auditSources, type Call } from '@representa/contracts';
import { decodeCursor, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import type { AuditQuery } from './audit.schemas.ts';
import type { AuditSources } from './sources.ts';

export interface AuditPage {
  data: AuditEntry[];
  limit: number;
  next_cursor: string | null;
}

export type ReadAudit = (call: Call, empresa_id: string, query: AuditQuery) => Promise<AuditPage>;

/** Of each source, the number below which its entries are still to be shown. */
const below = z.int().nonnegative();
const position = z.tuple([below, below, below, below]);

const sourceOf: Record<NonNullable<AuditQuery['recurso']>, AuditSource> = {
  sales: 'sales',
  receipts: 'sales',
  payments: 'sales',
  adjustments: 'sales',
  clients: 'clients',
  products: 'catalog',
  representadas: 'catalog',
  keys: 'gateway',
  empresas: 'gateway',
};

/** Reads a page of each source's entries and merges them by time. Within a source, time and number grow together. */
export const makeReadAudit =
  (sources: AuditSources): ReadAudit =>
  async (call, empresa_id, { cursor, limit, ...filters }) => {
    const scope = { audit: empresa_id, ...filters };
    const before = decodeCursor(scope, cursor, position) ?? auditSources.map(() => Number.MAX_SAFE_INTEGER);

    const readOf = async (source: AuditSource, below = 0): Promise<AuditEntry[]> => {
      const isAsked = filters.recurso === undefined || sourceOf[filters.recurso] === source;
      if (!isAsked || below === 0) return [];
      return sources[source].read(call, { empresa_id, ...filters, before: below, limit });
    };
    const found = await Promise.all(auditSources.map((source, i) => readOf(source, before[i])));
    const merged = found
      .flatMap((entries, from) => entries.map((entry) => ({ entry, from })))
      .sort((a, b) => (a.entry.em < b.entry.em ? 1 : a.entry.em > b.entry.em ? -1 : 0))
      .slice(0, limit);

    const next = found.map((entries, from) => {
      const shown = merged.filter((one) => one.from === from);
      // A short page was the last one.
      if (shown.length === entries.length && entries.length < limit) return 0;
      return shown.at(-1)?.entry.numero ?? before[from] ?? 0;
    });
    const isEnd = next.every((below) => below === 0);
    return { data: merged.map(({ entry }) => entry), limit, next_cursor: isEnd ? null : encodeCursor(scope, next) };
  };
