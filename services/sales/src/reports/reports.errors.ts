import { HttpError } from '@representa/service-kit';

/** A longer report is refused: a cut one would look complete. */
export const mostRows = 10_000;

export const salesReportTooLong = (): HttpError =>
  new HttpError(400, 'O relatório tem mais de 10.000 linhas: escolha um período menor');
export const clientsReportTooLong = (): HttpError =>
  new HttpError(400, 'O relatório tem mais de 10.000 clientes: escolha um número maior de dias');

export const messages = {
  days: 'Deve ser um número de dias',
  tooLong: (days: number) => `Por produto, o período é de até ${days} dias`,
} as const;
