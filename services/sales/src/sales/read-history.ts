import { decodeCursor, type EmpresaCall, encodeCursor } from '@representa/service-kit';
import { z } from 'zod';
import type { SaleChangesRepository } from './sale-changes.repository.ts';
import { saleNotFound } from './sales.errors.ts';
import type { HistoryEntry, HistoryQuery } from './sales.schemas.ts';

interface HistoryPage {
  data: HistoryEntry[];
  limit: number;
  next_cursor: string | null;
}

/** The version that was shown last. */
const position = z.tuple([z.int32().positive()]);
const newest = 2_147_483_647;

export type ReadHistory = (call: EmpresaCall, id: string, query: HistoryQuery) => Promise<HistoryPage>;

/** A page of a sale's changes, the newest first. */
export const makeReadHistory =
  ({ sales }: { sales: Pick<SaleChangesRepository, 'readState' | 'history'> }): ReadHistory =>
  async (call, id, { cursor, limit }) => {
    const scope = { history: id, empresa_id: call.empresa_id };
    if (!(await sales.readState(call, id))) throw saleNotFound();
    const [before] = decodeCursor(scope, cursor, position) ?? [newest];
    const { changes: data, hasMore } = await sales.history(call, id, before, limit);
    const last = data.at(-1);
    return { data, limit, next_cursor: hasMore && last ? encodeCursor(scope, [last.versao]) : null };
  };
