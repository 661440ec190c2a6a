import { divideHalfUp, fromCents, fromMicros, toCents, toMicros } from '../money.ts';

/** The rates of products that have their own. */
export type ProductRates = readonly (readonly [produtoId: string, comissao: number])[];

interface Rates {
  /** The representada's. */
  comissao: number;
  /** They win over the representada's; of two for a product, the last one. */
  comissoes: ProductRates;
}

interface Item {
  produtoId: string;
  valorTotal: number;
}

export interface FrozenRates {
  /** In the order of the items. */
  rates: number[];
  comissao: number;
  /** The rate of all items, or their average. */
  comissao_percentual: number;
}

/** 100 %, in millionths. */
const whole = 10n ** 8n;

/** The commission of a sale: item total × rate, half up to cents, per item. */
export const freezeRates = (itens: readonly Item[], { comissao, comissoes }: Rates): FrozenRates => {
  const own = new Map(comissoes);
  const rates = itens.map(({ produtoId }) => own.get(produtoId) ?? comissao);
  const totals = itens.map(({ valorTotal }) => toCents(valorTotal));
  const cents = totals.reduce((sum, total, i) => sum + divideHalfUp(total * toMicros(rates[i] ?? 0), whole), 0n);
  const total = totals.reduce((sum, one) => sum + one, 0n);
  const [first = 0] = rates;
  const average = total === 0n ? 0n : divideHalfUp(cents * whole, total);
  return {
    rates,
    comissao: fromCents(cents),
    comissao_percentual: rates.every((rate) => rate === first) ? first : fromMicros(average),
  };
};
