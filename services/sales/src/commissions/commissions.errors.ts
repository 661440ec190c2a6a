import { formatNumber, HttpError } from '@representa/service-kit';

const busySeconds = 5;

export const summaryTooLong = (rows: number): HttpError =>
  new HttpError(400, `O mês tem comissões de mais de ${formatNumber(rows)} representadas: use a lista de comissões`);

export const paymentNotFound = (): HttpError => new HttpError(404, 'Pagamento não encontrado');
/** The payment names them; up to a hundred are told. */
export const salesNotDue = (sales: readonly { sale_id: string; pedido: string | null }[]): HttpError =>
  new HttpError(
    409,
    'Há vendas indicadas sem comissão devida por esta representada',
    sales.map(({ sale_id, pedido }) => ({
      code: 'custom',
      message: pedido === null ? 'Venda não encontrada' : `O pedido ${pedido} não tem comissão devida`,
      path: ['vendas', sale_id],
    })),
  );

export const statementTooLong = (rows: number): HttpError =>
  new HttpError(400, `O extrato tem mais de ${formatNumber(rows)} linhas: use a lista de comissões`);
export const statementRunning = (): HttpError =>
  new HttpError(429, 'Já há um extrato em PDF desta empresa em andamento', undefined, busySeconds);
export const statementsBusy = (): HttpError =>
  new HttpError(503, 'Há extratos em PDF demais em andamento', undefined, busySeconds);

export const monthTooLong = (rows: number): HttpError =>
  new HttpError(400, `O mês tem mais de ${formatNumber(rows)} comissões devidas: use a lista de comissões`);
export const nothingToPay = (): HttpError =>
  new HttpError(409, 'Nenhuma venda do extrato tem comissão devida: nada foi registrado');
export const sumNotPositive = (): HttpError =>
  new HttpError(409, 'O total do extrato não é positivo: nada foi registrado');
/** The representada paid once, and its statement was sent twice. */
export const reconciliationRecorded = (payment: string): HttpError =>
  new HttpError(409, 'Esta conciliação já foi registrada', [
    { code: 'custom', message: `Registrada no pagamento ${payment}`, path: ['pagamento_id', payment] },
  ]);
export const reconciliationRunning = (): HttpError =>
  new HttpError(429, 'Já há uma conferência de extrato desta empresa em andamento', undefined, busySeconds);
export const reconciliationsBusy = (): HttpError =>
  new HttpError(503, 'Há conferências de extrato demais em andamento', undefined, busySeconds);

export const messages = {
  month: 'Deve ser um mês no formato AAAA-MM',
  ancientMonth: 'O mês deve ser a partir de 1900-01',
  paymentReversed: 'Pagamento estornado com sucesso',
  ajusteZero: 'O valor não pode ser zero',
  noColumn: 'O arquivo não tem esta coluna',
  repeatedColumn: 'Coluna repetida',
  tooManyRows: (rows: number) => `O arquivo tem mais de ${formatNumber(rows)} linhas`,
  unreadableRow:
    'A linha deve ter um pedido e um valor em reais, com vírgula e duas casas decimais (1234,56) ou sem elas (1234)',
} as const;
