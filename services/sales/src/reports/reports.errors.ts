import { formatNumber, HttpError } from '@representa/service-kit';

export const salesReportTooLong = (rows: number): HttpError =>
  new HttpError(400, `O relatório tem mais de ${formatNumber(rows)} linhas: escolha um período menor`);
export const tooManyClients = (clients: number): HttpError =>
  new HttpError(400, `O período tem vendas a mais de ${formatNumber(clients)} clientes: escolha um período menor`);
export const clientsReportTooLong = (clients: number): HttpError =>
  new HttpError(400, `O relatório tem mais de ${formatNumber(clients)} clientes: escolha um número maior de dias`);

const busySeconds = 1;
export const reportsRunning = (): HttpError =>
  new HttpError(429, 'Já há relatórios demais desta empresa em andamento', undefined, busySeconds);
export const reportsBusy = (): HttpError =>
  new HttpError(503, 'Há relatórios demais em andamento', undefined, busySeconds);

export const messages = {
  days: 'Deve ser um número de dias, de 0 a 9999',
  tooLong: (days: number) => `Por produto, o período é de até ${days} dias`,
} as const;
