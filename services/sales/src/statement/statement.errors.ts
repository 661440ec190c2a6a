import { formatNumber, HttpError } from '@representa/service-kit';

export const statementTooLong = (rows: number): HttpError =>
  new HttpError(400, `O extrato tem mais de ${formatNumber(rows)} linhas: use a lista de comissões`);
const busySeconds = 5;
export const statementRunning = (): HttpError =>
  new HttpError(429, 'Já há um extrato em PDF desta empresa em andamento', undefined, busySeconds);
export const statementsBusy = (): HttpError =>
  new HttpError(503, 'Há extratos em PDF demais em andamento', undefined, busySeconds);
