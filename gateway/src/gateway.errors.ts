import { HttpError } from '@representa/service-kit';

export const incompleteBody = (): HttpError => new HttpError(400, 'Corpo da requisição incompleto');
export const malformedRequest = (): HttpError => new HttpError(400, 'Requisição HTTP malformada');
export const requestTooSlow = (): HttpError => new HttpError(408, 'Tempo para enviar a requisição esgotado');
export const headersTooLarge = (): HttpError => new HttpError(431, 'Cabeçalhos da requisição grandes demais');
export const unknownTransferCoding = (): HttpError =>
  new HttpError(501, 'Transfer-Encoding não é aceito: envie o corpo inteiro ou em chunked');
