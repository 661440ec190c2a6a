import { createHash } from 'node:crypto';
import { invalidIssues, type RequestCall } from '@representa/service-kit';
import { nothingToPay, reconciliationRecorded, sumNotPositive } from '../commissions/commissions.errors.ts';
import { sumOf } from '../money.ts';
import type { PaymentToAllocate } from '../payments/payments.schemas.ts';
import type { RecordPayments } from '../payments/record-payments.ts';
import { largestTotal } from '../values.schemas.ts';
import type { Reconcile } from './reconcile.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';
import type { ReconcileQuery, Reconciliation, RecordedReconciliation } from './reconciliation.schemas.ts';

interface Dependencies {
  reconcile: Reconcile;
  reconciliations: Pick<ReconciliationRepository, 'recordedBy'>;
  recordPayments: Pick<RecordPayments, 'pay'>;
}

/** Compares a statement with what is due, and records its total as a payment. */
export const makeRecordReconciliation =
  ({ reconcile, reconciliations, recordPayments }: Dependencies) =>
  async (call: RequestCall, query: ReconcileQuery, file: Buffer): Promise<RecordedReconciliation> => {
    const compared = await reconcile(call, query, file);
    const conciliacao = digestOf(compared);
    const { forcar } = query;
    const recorded = forcar ? undefined : await reconciliations.recordedBy(call, compared.representada_id, conciliacao);
    if (recorded) throw reconciliationRecorded(recorded);
    const payment = { ...paymentOf(query, compared), conciliacao, forcar };
    const { id, credito } = await recordPayments.pay(call, payment, compared);
    return { ...compared, pagamento_id: id, credito };
  };

export type RecordReconciliation = ReturnType<typeof makeRecordReconciliation>;

/** An order that is added later may spell its code in another way than the file. */
const asCompared = (pedido: string): string => pedido.replace(/\s/g, '').toLowerCase();

/** Of the month and what they state, in whatever order. What we owe changes with the payment, what they state does not. */
const digestOf = ({ mes, conferem, divergem, outros_meses, desconhecidos }: Reconciliation): string => {
  const stated = [...conferem, ...divergem, ...outros_meses, ...desconhecidos]
    .map(({ pedido, valor_informado }) => JSON.stringify([asCompared(pedido), valor_informado]))
    .sort();
  return createHash('sha256').update(`${mes} ${stated.join()}`).digest('hex');
};

/**
 * What they say they paid, order by order, without what was paid before of orders that agree. What they deduct by adjustments of the
 * month pays the orders, too.
 */
const paymentOf = (
  { representada_id, data, referencia = '' }: ReconcileQuery,
  { mes, conferem, divergem, outros_meses, ajustes, totais }: Reconciliation,
): PaymentToAllocate => {
  const valor = sumOf([totais.valor_informado, -totais.ja_pago]);
  const paid = [
    ...conferem.map(({ sale_id, valor, pago = 0 }) => ({ sale_id, limite: sumOf([valor, -pago]) })),
    // Orders of the month are shown with their sum, also if all of it was paid before.
    ...[...divergem.filter(({ valor, pago = 0 }) => valor > pago), ...outros_meses].map(
      ({ sale_id, valor_informado }) => ({ sale_id, limite: valor_informado }),
    ),
  ].filter(({ limite }) => limite > 0);
  if (totais.valor_informado <= 0 || (paid.length > 0 && valor <= 0)) throw sumNotPositive();
  if (paid.length === 0) throw nothingToPay();
  if (valor > largestTotal) throw invalidIssues([{ path: ['body'], codigo: 'payment.too_large' }]);
  const deducted = ajustes.filter((ajuste) => ajuste.valor < ajuste.pago);
  const vendas = [...paid.map(({ sale_id }) => sale_id), ...deducted.map(({ ajuste_id }) => ajuste_id)];
  // A deduction is always made whole.
  const limites = [...paid.map(({ limite }) => limite), ...deducted.map(() => 0)];
  return { representada_id, valor, referencia, vendas, limites, mes, ...(data !== undefined && { data }) };
};
