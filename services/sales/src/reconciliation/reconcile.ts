import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import type { EmpresaCall } from '@representa/service-kit';
import type { CommissionsRepository } from '../commissions/commissions.repository.ts';
import { sumOf } from '../money.ts';
import type { RequireRepresentada } from '../references/require-representada.ts';
import { todayOf } from '../today.ts';
import { adjustmentsOf, agrees, byOrder, compare, isStated, isSum, ordersOf, paidOf } from './compare-orders.ts';
import { readTheirs } from './read-theirs.ts';
import { monthTooLong } from './reconciliation.errors.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';
import { maxReconciledRows, type ReconcileQuery, type Reconciliation } from './reconciliation.schemas.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'amountsOfMonth'>;
  reconciliations: ReconciliationRepository;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/**
 * Compares what a representada says it owes for a month with what is due here. Yields between the steps: with the most rows
 * each one takes up to 50 ms, and other requests wait meanwhile.
 */
export const makeReconcile =
  ({ commissions, reconciliations, requireRepresentada, now }: Dependencies) =>
  async (call: EmpresaCall, query: ReconcileQuery, file: Buffer): Promise<Reconciliation> => {
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
    const ofOtherMonths = byOrder(found.filter(({ valor }) => valor > 0));
    const notDue = byOrder(found.filter(({ valor }) => valor <= 0));
    await yieldToOtherRequests();

    const isDue = (pedido: string): boolean => ofMonth.has(pedido) || ofOtherMonths.has(pedido);
    const theirs = new Map([...stated].filter(([pedido]) => isDue(pedido) || !isSum(pedido)));
    await yieldToOtherRequests();

    const compared = compare(ofMonth, theirs);
    const inBoth = compared.filter(isStated);
    await yieldToOtherRequests();

    const unknown = [...theirs].filter(([pedido]) => !isDue(pedido));
    const ajustes = adjustmentsOf(rows);
    const reconciliation = {
      representada_id,
      mes,
      conferem: inBoth.filter(agrees),
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
      },
    };
    // Otherwise the reply is serialized in the same turn.
    await yieldToOtherRequests();
    return reconciliation;
  };

export type Reconcile = ReturnType<typeof makeReconcile>;
