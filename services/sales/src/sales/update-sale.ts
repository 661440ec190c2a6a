import type { RequestCall, Versioned } from '@representa/service-kit';
import { type FrozenRates, freezeRates } from '../commissions/freeze-rates.rules.ts';
import type { Questions } from '../messaging/questions.ts';
import { inCents, toCents } from '../money.ts';
import { todayOf } from '../today.ts';
import { type Changes, changeSale, requireChangeable } from './sale.rules.ts';
import { asShown, asStored } from './sale-items.ts';
import type { StoredState } from './sale-state.repository.ts';
import { productsNotFound, saleNotFound } from './sales.errors.ts';
import type { SaleUpdate, UpdatedSale } from './sales.schemas.ts';
import { updatedColumns, type WriteSale } from './write-sale.repository.ts';

interface Dependencies {
  writeSale: WriteSale;
  questions: Pick<Questions, 'findRepresentada'>;
  now: () => Date;
}

const changesInCents = ({ valorTotal, itens: _itens, parcelas, ...others }: SaleUpdate): Changes => ({
  ...others,
  parcelas: parcelas ? parcelas.map((one) => inCents(one, 'valor')) : parcelas,
  items: valorTotal === undefined ? undefined : { valor_total: toCents(valorTotal) },
});

const withRates = ({ items, ...changes }: Changes, frozen: FrozenRates | undefined): Changes => ({
  ...changes,
  items: items && frozen && { ...items, comissao: frozen.comissao, comissao_percentual: frozen.comissao_percentual },
});

type Items = NonNullable<SaleUpdate['itens']>;

/** Items that were sent as they are stored are no change. */
const areSame = (before: StoredState['itens'], itens: Items): boolean =>
  before.length === itens.length &&
  before.every(({ produto_id, quantidade, valor_unitario }, place) => {
    const { produtoId, quantidade: many, valorUnitario } = itens[place] as Items[number];
    return produto_id === produtoId && quantidade === many && valor_unitario === valorUnitario;
  });

export const makeUpdateSale = ({ writeSale, questions, now }: Dependencies) => {
  /** Products that the sale already has keep their rate; new ones get their own, or the representada's of then. */
  const freeze = async (
    call: RequestCall,
    { representada_id, comissao_taxa, itens: before }: StoredState,
    itens: Items,
  ): Promise<FrozenRates> => {
    const kept = before.map(({ produto_id, comissao }) => [produto_id, comissao] as const);
    const known = new Set(kept.map(([produto]) => produto));
    const added = itens.map(({ produtoId }) => produtoId).filter((produto) => !known.has(produto));
    const found = added.length > 0 ? await questions.findRepresentada(call, representada_id, added) : undefined;
    const missing = call.isStrict ? (found?.produtos_ausentes ?? []) : [];
    if (missing.length > 0) throw productsNotFound(itens, missing);
    return freezeRates(itens, { comissao: comissao_taxa, comissoes: [...(found?.comissoes ?? []), ...kept] });
  };

  return async (call: RequestCall, id: string, { itens, ...others }: SaleUpdate): Promise<UpdatedSale & Versioned> => {
    const today = todayOf(call, now());
    const changes = changesInCents(others);
    /** Of the last attempt, which is the one that was written. */
    let items: ReturnType<typeof asStored> | undefined;
    const updated = await writeSale<UpdatedSale & Versioned>(
      call,
      id,
      { withItems: itens !== undefined },
      async (state) => {
        const replaced = itens && !areSame(state.itens, itens) ? itens : undefined;
        // Before catalog is asked for rates: a refusal does not need it.
        requireChangeable(state, { ...changes, items: replaced && changes.items }, call.ifMatch);
        const frozen = replaced && (await freeze(call, state, replaced));
        items = frozen && asStored(frozen);
        return {
          decision: changeSale(state, withRates(changes, frozen), today),
          name: 'update sale',
          operation: 'alterar',
          resource: 'sales',
          items,
          columns: updatedColumns(call, id, items),
        };
      },
    );
    if (!updated) throw saleNotFound();
    return { ...asShown(updated), itens: items ?? updated.itens };
  };
};

export type UpdateSale = ReturnType<typeof makeUpdateSale>;
