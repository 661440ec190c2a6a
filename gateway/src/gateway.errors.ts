import { HttpError } from '@representa/service-kit';
import { maxKeys } from './keys/keys.schemas.ts';

export const keyMissing = (): HttpError => new HttpError(401, 'API key ausente');
export const keyInvalid = (): HttpError => new HttpError(401, 'API key inválida');
export const empresaInactive = (): HttpError => new HttpError(403, 'Empresa inativa');
export const keyNotAllowed = (): HttpError => new HttpError(403, 'API key sem permissão para esta operação');
export const tooManyRequests = (retryAfter = 1): HttpError =>
  new HttpError(429, 'Limite de requisições excedido', undefined, retryAfter);

export const incompleteBody = (): HttpError => new HttpError(400, 'Corpo da requisição incompleto');
export const malformedRequest = (): HttpError => new HttpError(400, 'Requisição HTTP malformada');
export const requestTooSlow = (): HttpError => new HttpError(408, 'Tempo para enviar a requisição esgotado');
export const headersTooLarge = (): HttpError => new HttpError(431, 'Cabeçalhos da requisição grandes demais');
export const unknownTransferCoding = (): HttpError =>
  new HttpError(501, 'Transfer-Encoding não é aceito: envie o corpo inteiro ou em chunked');

export const tokenMissing = (): HttpError => new HttpError(401, 'Token de administração ausente');
export const tokenInvalid = (): HttpError => new HttpError(401, 'Token de administração inválido');

export const empresaNotFound = (): HttpError => new HttpError(404, 'Empresa não encontrada');

export const keyNotFound = (): HttpError => new HttpError(404, 'Chave não encontrada');
export const lastAdminKey = (): HttpError =>
  new HttpError(409, 'A empresa deve manter ao menos uma chave de escopo admin que não expire antes desta');
export const tooManyKeys = (): HttpError => new HttpError(409, `A empresa já tem ${maxKeys} chaves válidas`);
