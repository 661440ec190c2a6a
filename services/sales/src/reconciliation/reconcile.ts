import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import type { RequestCall } from '@representa/service-kit';
import { fold } from '@representa/tables';
import { monthTooLong } from '../commissions/commissions.errors.ts';
import type { CommissionsRepository, DueAmount } from '../commissions/commissions.repository.ts';
import { sumOf } from '../money.ts';
import type { RequireRepresentada } from '../references/require-references.ts';
import { todayOf } from '../today.ts';
import { readTheirs } from './read-theirs.ts';
import type { FoundOrder, OrderAmounts, ReconciliationRepository } from './reconciliation.repository.ts';
import {
  type Compared,
  type Due,
  maxReconciledRows,
  type ReconcileQuery,
  type Reconciliation,
} from './reconciliation.schemas.ts';

/** By order code. */
type Ours = ReadonlyMap<string, OrderAmounts>;
type Theirs = ReadonlyMap<string, number>;

/** Statements often end with their sum. As an order it would be paid once more. */
const isSum = (pedido: string): boolean => /^(sub[\s-]?total|total|totais|soma)(?=$|[\s:])/.test(fold(pedido));

/** A sale may have several commissions in a month. */
const ordersOf = (rows: readonly DueAmount[]): Ours => {
  const orders = new Map<string, OrderAmounts>();
  for (const { sale_id, pedido, valor, pago } of rows) {
    if (!sale_id || !pedido) continue;
    const before = orders.get(pedido);
    const sums = { valor: sumOf([before?.valor ?? 0, valor]), pago: sumOf([before?.pago ?? 0, pago]) };
    orders.set(pedido, { pedido, sale_id, ...sums });
  }
  return orders;
};

const adjustmentsOf = (rows: readonly DueAmount[]): Reconciliation['ajustes'] =>
  rows.flatMap(({ origem_id: ajuste_id, sale_id, valor, pago, motivo }) =>
    sale_id === null ? [{ ajuste_id, valor, pago, motivo: motivo ?? '' }] : [],
  );

/** By code of the file: the order with exactly this code, or the only one that differs from it by case and spaces. */
const meantBy = (found: readonly FoundOrder[]): ReadonlyMap<string, FoundOrder> => {
  const orders = Map.groupBy(found, ({ codigo }) => codigo);
  const meant = [...orders].map(([codigo, same]) => {
    const exact = same.find(({ pedido }) => pedido === codigo);
    return [codigo, exact ?? (same.length === 1 ? same[0] : undefined)] as const;
  });
  return new Map(meant.filter((one): one is [string, FoundOrder] => one[1] !== undefined));
};

/** What they state, by our codes. Several spellings of an order are added up. */
const byOurCodes = (stated: Theirs, meant: ReadonlyMap<string, OrderAmounts>): Map<string, number> => {
  const theirs = new Map<string, number>();
  for (const [codigo, valor] of stated) {
    const pedido = meant.get(codigo)?.pedido ?? codigo;
    const before = theirs.get(pedido);
    theirs.set(pedido, before === undefined ? valor : sumOf([before, valor]));
  }
  return theirs;
};

const byOrder = (orders: readonly OrderAmounts[]): Ours => new Map(orders.map((order) => [order.pedido, order]));

/** Left out of the reply when it is nothing. */
const paidOf = ({ pago }: OrderAmounts): Pick<Due, 'pago'> => (pago === 0 ? {} : { pago });

/** Our orders, with what they say of each. */
const compare = (ours: Ours, theirs: Theirs): (Due | Compared)[] =>
  [...ours.values()].map((order) => {
    const { pedido, sale_id, valor } = order;
    const valor_informado = theirs.get(pedido);
    return { pedido, sale_id, valor, ...paidOf(order), ...(valor_informado !== undefined && { valor_informado }) };
  });

const isStated = (order: Due | Compared): order is Compared => 'valor_informado' in order;
const agrees = ({ valor, valor_informado }: Compared): boolean => valor === valor_informado;

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'amountsOfMonth'>;
  reconciliations: Pick<ReconciliationRepository, 'amountsOf'>;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/**
 * Compares what a representada says it owes for a month with what is due here. Yields between the steps: with the most rows
 * each one takes up to 50 ms, and other requests wait meanwhile.
 */
export const makeReconcile =
  ({ commissions, reconciliations, requireRepresentada, now }: Dependencies) =>
  async (call: RequestCall, query: ReconcileQuery, file: Buffer): Promise<Reconciliation> => {
    const today = todayOf(call, now());
    const { representada_id, mes = today.slice(0, 7), coluna_pedido, coluna_valor } = query;
    await requireRepresentada(call, representada_id);
    const stated = await readTheirs(file, coluna_pedido, coluna_valor);
    const rows = await commissions.amountsOfMonth(call, today, { representada_id, mes }, maxReconciledRows + 1);
    if (rows.length > maxReconciledRows) throw monthTooLong(maxReconciledRows);
    await yieldToOtherRequests();

    const ofMonth = ordersOf(rows);
    await yieldToOtherRequests();

    const others = [...stated.keys()].filter((pedido) => !ofMonth.has(pedido));
    const found = others.length === 0 ? [] : await reconciliations.amountsOf(call, representada_id, others);
    const meant = meantBy(found);
    const notOfMonth = [...meant.values()].filter(({ pedido }) => !ofMonth.has(pedido));
    const ofOtherMonths = byOrder(notOfMonth.filter(({ valor }) => valor > 0));
    const notDue = byOrder(notOfMonth.filter(({ valor }) => valor <= 0));
    await yieldToOtherRequests();

    const statedByOurs = byOurCodes(stated, meant);
    await yieldToOtherRequests();

    const isDue = (pedido: string): boolean => ofMonth.has(pedido) || ofOtherMonths.has(pedido);
    const theirs = new Map([...statedByOurs].filter(([pedido]) => isDue(pedido) || !isSum(pedido)));
    await yieldToOtherRequests();

    const compared = compare(ofMonth, theirs);
    const inBoth = compared.filter(isStated);
    await yieldToOtherRequests();

    const unknown = [...theirs].filter(([pedido]) => !isDue(pedido));
    const ajustes = adjustmentsOf(rows);
    const conferem = inBoth.filter(agrees);
    const reconciliation = {
      representada_id,
      mes,
      conferem,
      divergem: inBoth.filter((order) => !agrees(order)),
      ausentes: compared.filter((order) => !isStated(order)),
      outros_meses: compare(ofOtherMonths, theirs).filter(isStated),
      desconhecidos: unknown.map(([pedido, valor_informado]) => {
        const order = notDue.get(pedido);
        return { pedido, ...(order && { sale_id: order.sale_id, ...paidOf(order) }), valor_informado };
      }),
      ajustes,
      totais: {
        valor: sumOf([...ofMonth.values(), ...ajustes].map(({ valor }) => valor)),
        valor_informado: sumOf([...theirs.values()]),
        ja_pago: sumOf(conferem.map(({ pago = 0 }) => pago)),
      },
    };
    // Otherwise the reply is serialized in the same turn.
    await yieldToOtherRequests();
    return reconciliation;
  };

export type Reconcile = ReturnType<typeof makeReconcile>;
