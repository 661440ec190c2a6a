import { fold } from '@representa/tables';
import type { DueAmount } from '../commissions/commissions.repository.ts';
import { sumOf } from '../money.ts';
import type { OrderAmounts } from './reconciliation.repository.ts';
import type { Compared, Due, Reconciliation } from './reconciliation.schemas.ts';

/** By order code. */
type Ours = ReadonlyMap<string, OrderAmounts>;
type Theirs = ReadonlyMap<string, number>;

/** Statements often end with their sum. As an order it would be paid once more. */
export const isSum = (pedido: string): boolean => /^(sub[\s-]?total|total|totais|soma)(?=$|[\s:])/.test(fold(pedido));

/** A sale may have several commissions in a month. */
export const ordersOf = (rows: readonly DueAmount[]): Ours => {
  const orders = new Map<string, OrderAmounts>();
  for (const { sale_id, pedido, valor, pago } of rows) {
    if (!sale_id || !pedido) continue;
    const before = orders.get(pedido);
    const sums = { valor: sumOf([before?.valor ?? 0, valor]), pago: sumOf([before?.pago ?? 0, pago]) };
    orders.set(pedido, { pedido, sale_id, ...sums });
  }
  return orders;
};

export const adjustmentsOf = (rows: readonly DueAmount[]): Reconciliation['ajustes'] =>
  rows.flatMap(({ origem_id: ajuste_id, sale_id, valor, pago, motivo }) =>
    sale_id === null ? [{ ajuste_id, valor, pago, motivo: motivo ?? '' }] : [],
  );

export const byOrder = (orders: readonly OrderAmounts[]): Ours => new Map(orders.map((order) => [order.pedido, order]));

/** Left out of the reply when it is nothing. */
export const paidOf = ({ pago }: OrderAmounts): Pick<Due, 'pago'> => (pago === 0 ? {} : { pago });

/** Our orders, with what they say of each. */
export const compare = (ours: Ours, theirs: Theirs): (Due | Compared)[] =>
  [...ours.values()].map((order) => {
    const { pedido, sale_id, valor } = order;
    const valor_informado = theirs.get(pedido);
    return { pedido, sale_id, valor, ...paidOf(order), ...(valor_informado !== undefined && { valor_informado }) };
  });

export const isStated = (order: Due | Compared): order is Compared => 'valor_informado' in order;
export const agrees = ({ valor, valor_informado }: Compared): boolean => valor === valor_informado;
