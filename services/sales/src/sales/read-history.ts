import { answerByCursor, type EmpresaCall } from '@representa/service-kit';
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
  async (call, id, query) => {
    if (!(await sales.readState(call, id))) throw saleNotFound();
    const scope = { history: id, empresa_id: call.empresa_id };
    return answerByCursor(query, scope, position, (after) =>
      sales.history(call, id, after?.[0] ?? newest, query.limit),
    );
  };
