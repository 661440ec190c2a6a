import { randomUUID } from 'node:crypto';
import { type AuditEntry, auditSources, callWithin } from '@representa/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { auditQuery } from '../../src/audit/audit.schemas.ts';
import { makeReadAudit } from '../../src/audit/read-audit.ts';
import type { AuditSources } from '../../src/audit/sources.ts';

const empresa_id = randomUUID();

const entry = (service: string, numero: number, millisecond: number): AuditEntry => ({
  numero,
  em: new Date(1_800_000_000_000 + millisecond).toISOString(),
  operacao: 'criar',
  recurso: service,
  id: `${service} ${numero}`,
  campos: null,
  chave_id: null,
  chave_prefixo: null,
  operador: null,
  request_id: null,
  endereco: null,
});

/** Each service's entries, the oldest first; the times of one service grow. */
const histories = fc.tuple(
  ...auditSources.map((service) =>
    fc
      .array(fc.nat(30), { maxLength: 30 })
      .map((times) => times.sort((a, b) => a - b).map((time, i) => entry(service, i + 1, time))),
  ),
);

const keeping = (stored: AuditEntry[][]): AuditSources => {
  const sourceOf = (entries: AuditEntry[]) => ({
    read: async (_call: unknown, { before = 0, limit }: { before?: number | undefined; limit: number }) =>
      entries
        .filter(({ numero }) => numero < before)
        .reverse()
        .slice(0, limit),
    readChain: () => Promise.reject(new Error('is not asked for')),
  });
  return Object.fromEntries(auditSources.map((source, i) => [source, sourceOf(stored[i] ?? [])])) as never;
};

/** Page by page. */
const readAll = async (stored: AuditEntry[][], limit: number): Promise<AuditEntry[]> => {
  const readAudit = makeReadAudit(keeping(stored));
  const shown: AuditEntry[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages++) {
    expect(pages).toBeLessThan(200);
    const query = auditQuery.parse({ cursor, limit: String(limit) });
    const page = await readAudit(callWithin(1_000), empresa_id, query);
    expect(page.data.length).toBeLessThanOrEqual(limit);
    shown.push(...page.data);
    cursor = page.next_cursor;
  }
  return shown;
};

it('shows every entry of every service once, the newest first, whatever the size of a page', async () => {
  const property = fc.asyncProperty(histories, fc.integer({ min: 1, max: 12 }), async (stored, limit) => {
    const shown = await readAll(stored, limit);
    expect(shown.map(({ id }) => id).sort()).toEqual(
      stored
        .flat()
        .map(({ id }) => id)
        .sort(),
    );
    const times = shown.map(({ em }) => em);
    expect(times).toEqual([...times].sort().reverse());
  });
  await fc.assert(property, { numRuns: 200 });
});

it('shows every entry once even if the clock of a database was set back', async () => {
  const unordered = fc.tuple(
    ...auditSources.map((service) =>
      fc.array(fc.nat(30), { maxLength: 30 }).map((times) => times.map((time, i) => entry(service, i + 1, time))),
    ),
  );
  const property = fc.asyncProperty(unordered, fc.integer({ min: 1, max: 12 }), async (stored, limit) => {
    const shown = await readAll(stored, limit);
    for (const [i, source] of auditSources.entries())
      expect(shown.filter(({ recurso }) => recurso === source)).toEqual([...(stored[i] ?? [])].reverse());
  });
  await fc.assert(property, { numRuns: 200 });
});

/** Which sources a query asks, and for which id. */
const askedFor = async (query: object): Promise<Record<string, string | undefined>> => {
  const asked: Record<string, string | undefined> = {};
  const sources = Object.fromEntries(
    auditSources.map((source) => {
      const read = async (_call: unknown, { id }: { id?: string | undefined }) => {
        asked[source] = id;
        return [];
      };
      return [source, { read }];
    }),
  );
  await makeReadAudit(sources as never)(callWithin(1_000), empresa_id, auditQuery.parse(query));
  return asked;
};

it('asks sales for what was done to indexes', async () => {
  expect(await askedFor({ recurso: 'indices', id: 'inpc' })).toEqual({ sales: 'inpc' });
});

it('finds a UUID in any case, and a product by its id as it is written', async () => {
  const id = '019F3C4A-7C1E-7B1A-9D2E-3F4A5B6C7D8E';
  const stored = id.toLowerCase();
  expect(await askedFor({ recurso: 'clients', id })).toEqual({ clients: stored });
  expect(await askedFor({ recurso: 'representadas', id })).toEqual({ catalog: stored });
  expect(await askedFor({ recurso: 'products', id })).toEqual({ catalog: id });
  expect(await askedFor({ id })).toEqual({ sales: stored, clients: stored, catalog: id, gateway: stored });
  expect(await askedFor({ recurso: 'products', id: 'PRD-1' })).toEqual({ catalog: 'PRD-1' });
});

it('refuses a cursor that was made for another filter or another company', async () => {
  const readAudit = makeReadAudit(keeping([[entry('sales', 1, 1), entry('sales', 2, 2)]]));
  const page = await readAudit(callWithin(1_000), empresa_id, auditQuery.parse({ limit: '1' }));
  const cursor = page.next_cursor ?? '';
  const other = auditQuery.parse({ cursor, limit: '1', recurso: 'clients' });
  await expect(readAudit(callWithin(1_000), empresa_id, other)).rejects.toThrow('Cursor inválido');
  const same = auditQuery.parse({ cursor, limit: '1' });
  await expect(readAudit(callWithin(1_000), randomUUID(), same)).rejects.toThrow('Cursor inválido');
});
