import { formatNumber, HttpError } from '@representa/service-kit';

export const summaryTooLong = (rows: number): HttpError =>
  new HttpError(400, `O mês tem comissões de mais de ${formatNumber(rows)} representadas: use a lista de comissões`);

export const messages = {
  month: 'Deve ser um mês no formato AAAA-MM',
  ancientMonth: 'O mês deve ser a partir de 1900-01',
} as const;
