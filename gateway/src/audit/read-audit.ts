import { type AuditEntry, type AuditedService, auditedServices, type Call, readAudit } from '@representa/contracts';
import type { Messaging } from '@representa/messaging';
import { decodeCursor, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import type { AuditQuery } from './audit.schemas.ts';

export interface AuditPage {
  data: AuditEntry[];
  limit: number;
  next_cursor: string | null;
}

export type ReadAudit = (call: Call, empresa_id: string, query: AuditQuery) => Promise<AuditPage>;

/** Of each service, the number below which its entries are still to be shown. */
const position = z.tuple(auditedServices.map(() => z.int().nonnegative()) as [z.ZodInt, z.ZodInt, z.ZodInt]);

const serviceOf: Record<NonNullable<AuditQuery['recurso']>, AuditedService> = {
  sales: 'sales',
  receipts: 'sales',
  payments: 'sales',
  adjustments: 'sales',
  clients: 'clients',
  products: 'catalog',
  representadas: 'catalog',
};

/** Reads a page of each service's entries and merges them by time. Within a service, time and number grow together. */
export const makeReadAudit =
  (messaging: Pick<Messaging, 'ask'>): ReadAudit =>
  async (call, empresa_id, { cursor, limit, ...filters }) => {
    const scope = { audit: empresa_id, ...filters };
    const before = decodeCursor(scope, cursor, position) ?? auditedServices.map(() => Number.MAX_SAFE_INTEGER);

    const readOf = async (service: AuditedService, below = 0): Promise<AuditEntry[]> => {
      const isAsked = filters.recurso === undefined || serviceOf[filters.recurso] === service;
      if (!isAsked || below === 0) return [];
      return messaging.ask(readAudit[service], { empresa_id, ...filters, before: below, limit }, call);
    };
    const found = await Promise.all(auditedServices.map((service, i) => readOf(service, before[i])));
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
