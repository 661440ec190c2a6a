import { type EmpresaCall, invalidIssues, preconditionFailed, type Versioned } from '@representa/service-kit';
import type { SaleChangesRepository } from './sale-changes.repository.ts';
import { fixedField, invalidTransition, messages, saleNotFound } from './sales.errors.ts';
import type { SaleChanges, UpdatedSale } from './sales.schemas.ts';
import { allowedAfter, mayBecome, mayChangeCode, mayChangeItems } from './status.ts';
import { isFuture } from './today.ts';

interface Dependencies {
  sales: Pick<SaleChangesRepository, 'readStatus' | 'update'>;
  now: () => Date;
}

export type UpdateSale = (call: EmpresaCall, id: string, changes: SaleChanges) => Promise<UpdatedSale & Versioned>;

export const makeUpdateSale = ({ sales, now }: Dependencies): UpdateSale => {
  const refuseForbidden = (status: string, changes: SaleChanges): void => {
    if (changes.status !== undefined && !mayBecome(status, changes.status)) {
      throw invalidTransition(status, changes.status, allowedAfter(status));
    }
    for (const field of ['itens', 'data'] as const) {
      if (changes[field] !== undefined && !mayChangeItems(status)) throw fixedField(field, status);
    }
    if (changes.pedido !== undefined && !mayChangeCode(status)) throw fixedField('pedido', status);
  };

  return async (call, id, changes) => {
    if (changes.data && isFuture(changes.data, call.time_zone, now())) {
      throw invalidIssues([{ path: ['data'], message: messages.futureDate }]);
    }
    // When another change came between reading the status and writing, decide again on the new one, until the deadline.
    for (;;) {
      const current = await sales.readStatus(call, id);
      if (!current) throw saleNotFound();
      if (call.ifMatch && !call.ifMatch.includes(current.version)) throw preconditionFailed();
      refuseForbidden(current.status, changes);
      const updated = await sales.update(call, id, current.version, changes);
      if (updated) return updated;
    }
  };
};
