import { formatNumber, HttpError, toldAs } from '@representa/service-kit';

const busySeconds = 5;

export const summaryTooLong = (rows: number): HttpError =>
  new HttpError('commission.summary_too_long', {
    detail: `O mês tem comissões de mais de ${formatNumber(rows)} representadas: use a lista de comissões`,
  });

export const paymentNotFound = (): HttpError => new HttpError('payment.not_found');
/** The payment names them; up to a hundred are told. */
export const salesNotDue = (sales: readonly { sale_id: string; pedido: string | null }[]): HttpError =>
  new HttpError(
    'payment.sales_not_due',
    toldAs(
      sales.map(({ sale_id, pedido }) => ({
        path: ['vendas', sale_id],
        ...(pedido === null
          ? { codigo: 'sale.not_found' }
          : { codigo: 'sale.nothing_due', message: `O pedido ${pedido} não tem comissão devida` }),
      })),
    ),
  );

export const statementTooLong = (rows: number): HttpError =>
  new HttpError('statement.too_long', {
    detail: `O extrato tem mais de ${formatNumber(rows)} linhas: use a lista de comissões`,
  });
export const statementRunning = (): HttpError => new HttpError('statement.running', { retryAfter: busySeconds });
export const statementsBusy = (): HttpError => new HttpError('statement.busy', { retryAfter: busySeconds });

export const monthTooLong = (rows: number): HttpError =>
  new HttpError('reconciliation.month_too_long', {
    detail: `O mês tem mais de ${formatNumber(rows)} comissões devidas: use a lista de comissões`,
  });
export const nothingToPay = (): HttpError => new HttpError('reconciliation.nothing_to_pay');
export const sumNotPositive = (): HttpError => new HttpError('reconciliation.sum_not_positive');
/** The representada paid once, and its statement was sent twice. */
export const reconciliationRecorded = (payment: string): HttpError =>
  new HttpError('reconciliation.recorded', {
    details: [{ code: 'custom', message: `Registrada no pagamento ${payment}`, path: ['pagamento_id', payment] }],
    facts: { pagamento_id: payment },
  });
export const reconciliationRunning = (): HttpError =>
  new HttpError('reconciliation.running', { retryAfter: busySeconds });
export const reconciliationsBusy = (): HttpError => new HttpError('reconciliation.busy', { retryAfter: busySeconds });

export const messages = {
  month: 'Deve ser um mês no formato AAAA-MM',
  ancientMonth: 'O mês deve ser a partir de 1900-01',
  paymentReversed: 'Pagamento estornado com sucesso',
  ajusteZero: 'O valor não pode ser zero',
  noColumn: 'O arquivo não tem esta coluna',
  tooManyRows: (rows: number) => `O arquivo tem mais de ${formatNumber(rows)} linhas`,
} as const;
