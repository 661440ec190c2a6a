import { HttpError } from '@representa/service-kit';
import { formatNumber } from '../format-number.ts';

export const statementTooLong = (rows: number): HttpError =>
  new HttpError(400, `O extrato tem mais de ${formatNumber(rows)} linhas: use a lista de comissões`);
