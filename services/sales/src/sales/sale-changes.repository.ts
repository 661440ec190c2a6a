import { type Database, type Fragment, literal, type PageAfter, sendingFor, sql } from '@representa/postgres';
import {
  asFeedEntry,
  type Entries,
  isCutBySize,
  nextRecords,
  type RecordColumns,
  readPageAndProgress,
} from '@representa/records';
import type { RequestCall } from '@representa/service-kit';
import { type ItemColumns, itemAndInstalmentColumns, itemsOf, withItems } from './sale-items.ts';
import type { HistoryEntry, UpdatedSale } from './sales.schemas.ts';

/**
 * Most items in a page of the feed, four for each of 500 sales: other requests wait while it is made, some 30 ms. A sale has at
 * most 1,000, so a page that is cut is never empty.
 */
const maxItems = 2_000;

/**
 * Most items and instalments in a page of the history. A change has up to 1,120 before and after, so a page that is cut is never
 * empty. They are counted because stored bytes do not tell: they are compressed, up to 140:1.
 */
const maxHistoryParts = 2_240;

/** No sale has a later one. */
const newestVersion = 2_147_483_647;

/** A change that removes the instalments has null. */
const partsOf = (side: Fragment): Fragment => sql`
  coalesce(jsonb_array_length(${side} -> 'itens'), 0) + coalesce(jsonb_array_length(nullif(${side} -> 'parcelas', 'null')), 0)`;

type HistoryRow = Omit<HistoryEntry, 'chave'> & {
  chave_id: string | null;
  chave_prefixo: string | null;
  /** How many changes the page would have if it was not cut. */
  found: number;
};

/** How sales have changed: their history and the changes feed. */
export const makeSaleChangesRepository = (database: Database) => {
  return {
    isThere: async (call: RequestCall, id: string): Promise<boolean> => {
      const found = await database.within(
        call,
        sql`select from sale where empresa_id = ${call.empresa_id} and id = ${id}`,
      );
      return found.length > 0;
    },

    /** The newest first, or those before a version. */
    history: async (
      call: RequestCall,
      id: string,
      limit: number,
      before = newestVersion,
    ): Promise<PageAfter<HistoryEntry>> => {
      const rows = await database.within(
        call,
        sql<HistoryRow[]>`
          select version as versao, alterado_em, chave_id, chave_prefixo, de, para, motivo, found from (
            select *, sum(${partsOf(sql`de`)} + ${partsOf(sql`para`)}) over (order by version desc) as parts,
              count(*) over ()::int as found
            from (
              select * from sale_history where empresa_id = ${call.empresa_id} and sale_id = ${id} and version < ${before}
              order by version desc limit ${literal(limit + 1)}
            ) page
          ) counted
          where parts <= ${literal(maxHistoryParts)}
          order by version desc`,
        sendingFor(limit),
      );
      const data = rows.slice(0, limit).map(({ chave_id, chave_prefixo, found: _count, ...change }) => ({
        ...change,
        chave: { id: chave_id ?? '', prefixo: chave_prefixo ?? '' },
      }));
      const hasOlder = (rows[0]?.found ?? 0) > data.length;
      const last = data.at(-1);
      return { data, next: hasOlder && last ? [last.versao] : undefined };
    },

    /** Without names: they belong to other records, and renaming one changes no sale. */
    changes: async (call: RequestCall, after: number, limit: number): Promise<Entries<UpdatedSale>> => {
      // Most updates of a sale change its status, which is indexed: an index on its `change` costs less than a row of its own.
      const current = sql`sale where empresa_id = ${call.empresa_id}`;
      const record = sql`
        select pedido, data, cliente_id, representada_id, status, valor_total, created_at, updated_at, parcelas, id_externo
        from sale where empresa_id = ${call.empresa_id} and id = entry.id::uuid and tipo = 'alterado'`;
      const page = sql`
        (
          select id, pedido, data, cliente_id, representada_id, status, sale.valor_total, created_at, updated_at, id_externo,
            ${itemAndInstalmentColumns}, posicao, change, tipo, alterado_em, own, bytes
          from ${nextRecords(call, record, { resource: 'sale', after, limit, current })} sale
          left join lateral ${itemsOf(call, sql`sale.id::uuid`)} on true
          order by change, posicao limit ${literal(maxItems + 1)}
        )`;
      const { rows, ...progress } = await readPageAndProgress<RecordColumns & Omit<UpdatedSale, 'itens'> & ItemColumns>(
        database,
        call,
        { page, order: sql`change, posicao`, limit },
      );
      const byChange = new Map<number, (typeof rows)[number][]>();
      for (const row of rows) {
        const ofOne = byChange.get(row.change);
        if (ofOne) ofOne.push(row);
        else byChange.set(row.change, [row]);
      }
      const isCutByItems = rows.length > maxItems;
      // Its other items are beyond the limit.
      if (isCutByItems) byChange.delete(rows.at(-1)?.change ?? 0);
      const entries = [...byChange.values()].map((ofOne) =>
        asFeedEntry(withItems(ofOne) as (typeof ofOne)[number] & UpdatedSale),
      );
      return { ...progress, entries, isComplete: !isCutByItems && !isCutBySize(rows) && entries.length < limit };
    },
  };
};

export type SaleChangesRepository = ReturnType<typeof makeSaleChangesRepository>;
