import { formatNumber, HttpError } from '@representa/service-kit';

export const salesReportTooLong = (rows: number): HttpError =>
  new HttpError('report.too_long', {
    detail: `O relatório tem mais de ${formatNumber(rows)} linhas: escolha um período menor`,
  });
export const tooManyClients = (clients: number): HttpError =>
  new HttpError('report.too_many_clients', {
    detail: `O período tem vendas a mais de ${formatNumber(clients)} clientes: escolha um período menor`,
  });
export const clientsReportTooLong = (clients: number): HttpError =>
  new HttpError('report.too_many_clients', {
    detail: `O relatório tem mais de ${formatNumber(clients)} clientes: escolha um número maior de dias`,
  });

const busySeconds = 1;
export const reportsRunning = (): HttpError => new HttpError('report.running', { retryAfter: busySeconds });
export const reportsBusy = (): HttpError => new HttpError('report.busy', { retryAfter: busySeconds });

export const messages = {
  days: 'Deve ser um número de dias, de 0 a 9999',
  tooLong: (days: number) => `Por produto, o período é de até ${days} dias`,
} as const;
