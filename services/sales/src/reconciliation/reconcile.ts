import { setImmediate as yieldToOtherRequests } from 'node:timers/promises';
import { fold } from '@representa/csv';
import type { EmpresaCall } from '@representa/service-kit';
import type { CommissionsRepository, DueAmount } from '../commissions/commissions.repository.ts';
import { sumOf } from '../money.ts';
import type { RequireRepresentada } from '../references/require-representada.ts';
import { todayOf } from '../today.ts';
import { readTheirs } from './read-theirs.ts';
import { monthTooLong } from './reconciliation.errors.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';
import {
  type Compared,
  mostReconciledRows,
  type ReconcileQuery,
  type Reconciliation,
} from './reconciliation.schemas.ts';

interface Dependencies {
  commissions: Pick<CommissionsRepository, 'amountsOfMonth'>;
  reconciliations: ReconciliationRepository;
  requireRepresentada: RequireRepresentada;
  now: () => Date;
}

/** Statements often end with their sum. As an order it would be paid once more. */
const isSum = (pedido: string): boolean => /^(sub[\s-]?total|total|totais|soma)(?=$|[\s:])/.test(fold(pedido));

interface OurAmounts {
  sale_id: string;
  valor: number;
  /** What is paid of it already. Left out of the reply when it is nothing. */
  pago: number;
}
type Ours = ReadonlyMap<string, OurAmounts>;

/** Our amounts by order code. */
const oursOf = (rows: readonly DueAmount[]): Ours => {
  const ours = new Map<string, OurAmounts>();
  for (const { sale_id, pedido, valor, pago } of rows) {
    if (!sale_id || !pedido) continue;
    const before = ours.get(pedido);
    const sum = { valor: sumOf([before?.valor ?? 0, valor]), pago: sumOf([before?.pago ?? 0, pago]) };
    ours.set(pedido, { sale_id, ...sum });
  }
  return ours;
};

const paidOf = ({ pago }: OurAmounts) => (pago === 0 ? {} : { pago });

/** Our orders, with what they say of each. */
const compare = (ours: Ours, theirs: ReadonlyMap<string, number>): Compared[] =>
  [...ours].map(([pedido, one]) => {
    const { sale_id, valor } = one;
    const valor_informado = theirs.get(pedido);
    return { pedido, sale_id, valor, ...paidOf(one), ...(valor_informado !== undefined && { valor_informado }) };
  });

/**
 * Compares what a representada says it owes for a month with what is due here. Step by step: with the most rows each one
 * takes up to 50 ms, and other requests wait meanwhile.
 */
export const makeReconcile =
  ({ commissions, reconciliations, requireRepresentada, now }: Dependencies) =>
  async (call: EmpresaCall, query: ReconcileQuery, file: Buffer): Promise<Reconciliation> => {
    const today = todayOf(call, now());
    const { representada_id, mes = today.slice(0, 7), coluna_pedido, coluna_valor } = query;
    await requireRepresentada(call, representada_id);
    const read = await readTheirs(file, coluna_pedido, coluna_valor);
    const rows = await commissions.amountsOfMonth(call, today, { representada_id, mes }, mostReconciledRows + 1);
    if (rows.length > mostReconciledRows) throw monthTooLong(mostReconciledRows);
    await yieldToOtherRequests();
    const ours = oursOf(rows);
    await yieldToOtherRequests();
    const others = [...read.keys()].filter((pedido) => !ours.has(pedido));
    const found = others.length === 0 ? [] : await reconciliations.amountsOf(call, representada_id, others);
    const isOpen = ({ valor }: OurAmounts): boolean => valor > 0;
    const ofOtherMonths: Ours = new Map(found.filter(isOpen).map((one) => [one.pedido, one]));
    const notDue: Ours = new Map(found.filter((one) => !isOpen(one)).map((one) => [one.pedido, one]));
    await yieldToOtherRequests();
    const isOurs = (pedido: string): boolean => ours.has(pedido) || ofOtherMonths.has(pedido);
    const theirs = new Map([...read].filter(([pedido]) => isOurs(pedido) || !isSum(pedido)));
    await yieldToOtherRequests();
    const known = compare(ours, theirs);
    await yieldToOtherRequests();
    const isMissing = ({ valor_informado }: Compared): boolean => valor_informado === undefined;
    const agrees = ({ valor, valor_informado }: Compared): boolean => valor === valor_informado;
    const ajustes = rows.flatMap(({ origem_id: ajuste_id, sale_id, valor, pago, motivo }) =>
      sale_id === null ? [{ ajuste_id, valor, pago, motivo: motivo ?? '' }] : [],
    );
    const compared = {
      representada_id,
      mes,
      conferem: known.filter(agrees),
      divergem: known.filter((one) => !agrees(one) && !isMissing(one)),
      ausentes: known.filter(isMissing),
      outros_meses: compare(ofOtherMonths, theirs),
      desconhecidos: [...theirs]
        .filter(([pedido]) => !isOurs(pedido))
        .map(([pedido, valor_informado]) => {
          const one = notDue.get(pedido);
          return { pedido, ...(one && { sale_id: one.sale_id, ...paidOf(one) }), valor_informado };
        }),
      ajustes,
      totais: {
        valor: sumOf([...ours.values(), ...ajustes].map(({ valor }) => valor)),
        valor_informado: sumOf([...theirs.values()]),
      },
    };
    // The reply is serialized in the same turn otherwise.
    await yieldToOtherRequests();
    return compared;
  };

export type Reconcile = ReturnType<typeof makeReconcile>;
