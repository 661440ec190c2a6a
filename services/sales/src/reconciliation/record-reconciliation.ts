import { createHash } from 'node:crypto';
import { invalidIssues, type RequestCall } from '@representa/service-kit';
import { nothingToPay, reconciliationRecorded, sumNotPositive } from '../commissions/commissions.errors.ts';
import type { PaymentToAllocate } from '../payments/payments.schemas.ts';
import type { RecordPayments } from '../payments/record-payments.ts';
import { largestTotal, messages } from '../values.schemas.ts';
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

/** Of the month and what they state, in whatever order. What we owe changes with the payment, what they state does not. */
const digestOf = ({ mes, conferem, divergem, outros_meses, desconhecidos }: Reconciliation): string => {
  const stated = [...conferem, ...divergem, ...outros_meses, ...desconhecidos]
    .map(({ pedido, valor_informado }) => JSON.stringify([pedido, valor_informado]))
    .sort();
  return createHash('sha256').update(`${mes} ${stated.join()}`).digest('hex');
};

/** What they say they paid, order by order. What they deduct by adjustments of the month pays the orders, too. */
const paymentOf = (
  { representada_id, data, referencia = '' }: ReconcileQuery,
  { mes, conferem, divergem, outros_meses, ajustes, totais: { valor_informado: valor } }: Reconciliation,
): PaymentToAllocate => {
  const paid = [...conferem, ...divergem, ...outros_meses].filter(({ valor_informado }) => valor_informado > 0);
  if (valor <= 0) throw sumNotPositive();
  if (paid.length === 0) throw nothingToPay();
  if (valor > largestTotal) throw invalidIssues([{ path: ['body'], message: messages.tooLarge }]);
  const deducted = ajustes.filter((ajuste) => ajuste.valor < ajuste.pago);
  const vendas = [...paid.map(({ sale_id }) => sale_id), ...deducted.map(({ ajuste_id }) => ajuste_id)];
  // A deduction is always made whole.
  const limites = [...paid.map(({ valor_informado }) => valor_informado), ...deducted.map(() => 0)];
  return { representada_id, valor, referencia, vendas, limites, mes, ...(data !== undefined && { data }) };
};
