import { HttpError } from '@representa/service-kit';

export const keyMissing = (): HttpError => new HttpError(401, 'API key ausente');
export const keyInvalid = (): HttpError => new HttpError(401, 'API key inválida');
export const empresaInactive = (): HttpError => new HttpError(403, 'Empresa inativa');
export const keyNotAllowed = (): HttpError => new HttpError(403, 'API key sem permissão para esta operação');
export const tooManyRequests = (retryAfter = 1): HttpError =>
  new HttpError(429, 'Limite de requisições excedido', undefined, retryAfter);
