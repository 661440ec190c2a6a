import { divideHalfUp, microsPerCent, toMicros, toNumber } from '../money.ts';

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

const percentDecimals = 10n ** 6n;
/** Total × rate, both in millionths, as a percentage: in cents. */
const perCent = 10n ** 12n;

/** The commission of a sale: item total × rate, half up to cents, per item. */
export const freezeRates = (itens: readonly Item[], { comissao, comissoes }: Rates): FrozenRates => {
  const own = new Map(comissoes);
  const rates = itens.map(({ produtoId }) => own.get(produtoId) ?? comissao);
  const totals = itens.map(({ valorTotal }) => toMicros(valorTotal));
  const cents = totals.reduce((sum, total, i) => sum + divideHalfUp(total * toMicros(rates[i] ?? 0), perCent), 0n);
  const total = totals.reduce((sum, one) => sum + one, 0n);
  const [first = 0] = rates;
  const average = total === 0n ? 0n : divideHalfUp(cents * microsPerCent * 100n * percentDecimals, total);
  return {
    rates,
    comissao: toNumber(cents * microsPerCent),
    comissao_percentual: rates.every((rate) => rate === first) ? first : toNumber(average),
  };
};
