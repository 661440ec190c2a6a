import { type Cents, divideHalfUp, fromMicros, toCents, toMicros } from '../money.ts';
import type { NewSale } from '../sales/sales.schemas.ts';

/** The rates of products that have their own. */
export type ProductRates = readonly (readonly [produtoId: string, comissao: number])[];

interface Rates {
  /** The representada's. */
  comissao: number;
  /** They win over the representada's; of two for a product, the last one. */
  comissoes: ProductRates;
}

type Item = NewSale['itens'][number];

export interface FrozenRates {
  /** With the rate of each. */
  itens: (Item & { comissao: number })[];
  comissao: Cents;
  /** The rate of all items, or their average. */
  comissao_percentual: number;
}

/** 100 %, in millionths. */
const whole = 10n ** 8n;

/** The commission of a sale: item total × rate, half up to cents, per item. */
export const freezeRates = (itens: readonly Item[], { comissao, comissoes }: Rates): FrozenRates => {
  const own = new Map(comissoes);
  const rated = itens.map((item) => ({ ...item, comissao: own.get(item.produtoId) ?? comissao }));
  let total = 0n;
  let cents = 0n;
  for (const { valorTotal, comissao: rate } of rated) {
    const value = BigInt(toCents(valorTotal));
    total += value;
    cents += divideHalfUp(value * toMicros(rate), whole);
  }
  const first = rated[0]?.comissao ?? 0;
  const average = total === 0n ? 0n : divideHalfUp(cents * whole, total);
  return {
    itens: rated,
    comissao: Number(cents),
    comissao_percentual: rated.every((item) => item.comissao === first) ? first : fromMicros(average),
  };
};
