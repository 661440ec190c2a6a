import { formatNumber, HttpError } from '@representa/service-kit';

export const monthTooLong = (rows: number): HttpError =>
  new HttpError(400, `O mês tem mais de ${formatNumber(rows)} comissões devidas: use a lista de comissões`);
export const nothingToPay = (): HttpError =>
  new HttpError(409, 'Nenhuma venda do extrato tem comissão devida: nada foi registrado');
export const sumNotPositive = (): HttpError =>
  new HttpError(409, 'O total do extrato não é positivo: nada foi registrado');
const busySeconds = 5;
export const reconciliationRunning = (): HttpError =>
  new HttpError(429, 'Já há uma conferência de extrato desta empresa em andamento', undefined, busySeconds);
export const reconciliationsBusy = (): HttpError =>
  new HttpError(503, 'Há conferências de extrato demais em andamento', undefined, busySeconds);

export const messages = {
  noColumn: 'O arquivo não tem esta coluna',
  repeatedColumn: 'Coluna repetida',
  tooManyRows: (rows: number) => `O arquivo tem mais de ${formatNumber(rows)} linhas`,
  unreadableRow:
    'A linha deve ter um pedido e um valor em reais, com vírgula e duas casas decimais (1234,56) ou sem elas (1234)',
} as const;
