import { isDeepStrictEqual } from 'node:util';
import { type EmpresaCall, preconditionFailed, type Versioned } from '@representa/service-kit';
import { type FrozenRates, freezeRates } from '../commissions/freeze-rates.ts';
import type { Questions } from '../messaging/questions.ts';
import { todayOf } from '../today.ts';
import type { SaleChangesRepository, SaleState } from './sale-changes.repository.ts';
import { fixedField, instalmentsDiffer, invalidTransition, saleNotFound, saleReceived } from './sales.errors.ts';
import { addUp, type SaleChanges, type UpdatedSale } from './sales.schemas.ts';
import { allowedAfter, mayChangeCode, mayChangeInstalments, mayChangeItems } from './status.ts';

interface Dependencies {
  sales: Pick<SaleChangesRepository, 'readState' | 'update'>;
  questions: Pick<Questions, 'findRepresentada'>;
  now: () => Date;
}

export const makeUpdateSale = ({ sales, questions, now }: Dependencies) => {
  /** `data` and `pedido` that stay as they are may be sent at any step (decision 29). */
  const refuseForbidden = (current: SaleState, changes: SaleChanges): void => {
    const { status } = current;
    // Instalments are compared without regard to the order of their keys, which PostgreSQL changes.
    const isChanged = (field: 'data' | 'pedido' | 'parcelas'): boolean =>
      changes[field] !== undefined && !isDeepStrictEqual(changes[field], current[field]);
    const allowed = allowedAfter(status);
    if (changes.status !== undefined && !allowed.includes(changes.status)) {
      throw invalidTransition(status, changes.status, allowed);
    }
    if (changes.itens !== undefined && !mayChangeItems(status)) throw fixedField('itens', status);
    if (isChanged('data') && !mayChangeItems(status)) throw fixedField('data', status);
    if (changes.parcelas !== undefined && !mayChangeInstalments(status)) throw fixedField('parcelas', status);
    if (isChanged('pedido') && !mayChangeCode(status)) throw fixedField('pedido', status);
    const isReceived = current.recebido > 0;
    if (isReceived && (changes.itens !== undefined || isChanged('data') || isChanged('parcelas'))) throw saleReceived();
    const { parcelas = current.parcelas, valorTotal = current.valor_total } = changes;
    if (!addUp({ parcelas, valorTotal })) throw instalmentsDiffer();
  };

  /** Products that the sale already has keep their rate; new ones get their own, or the representada's of then. */
  const freeze = async (
    call: EmpresaCall,
    current: SaleState,
    itens: NonNullable<SaleChanges['itens']>,
  ): Promise<FrozenRates> => {
    const known = new Set(current.comissoes.map(([produto]) => produto));
    const added = itens.map(({ produtoId }) => produtoId).filter((produto) => !known.has(produto));
    const found = added.length > 0 ? await questions.findRepresentada(call, current.representada_id, added) : undefined;
    const comissoes = [...(found?.comissoes ?? []), ...current.comissoes];
    return freezeRates(itens, { comissao: current.comissao_taxa, comissoes });
  };

  return async (call: EmpresaCall, id: string, changes: SaleChanges): Promise<UpdatedSale & Versioned> => {
    const today = todayOf(call, now());
    const { itens, ...others } = changes;
    // When another change came between reading the status and writing, decide again on the new one, until the deadline.
    for (;;) {
      const current = await sales.readState(call, id, itens !== undefined);
      if (!current) throw saleNotFound();
      if (call.ifMatch && !call.ifMatch.includes(current.version)) throw preconditionFailed();
      refuseForbidden(current, changes);
      const frozen = itens && (await freeze(call, current, itens));
      const updated = await sales.update(call, id, current.version, { ...others, today, frozen });
      if (updated) return updated;
    }
  };
};

export type UpdateSale = ReturnType<typeof makeUpdateSale>;
