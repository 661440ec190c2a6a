import { HttpError } from '@representa/service-kit';
import { maxKeys } from './keys/keys.schemas.ts';

export const keyMissing = (): HttpError => new HttpError('key.missing');
export const keyInvalid = (): HttpError => new HttpError('key.invalid');
export const empresaInactive = (): HttpError => new HttpError('empresa.inactive');
export const keyNotAllowed = (): HttpError => new HttpError('key.not_allowed');
export const tooManyRequests = (retryAfter = 1): HttpError => new HttpError('request.rate_limited', { retryAfter });

export const incompleteBody = (): HttpError => new HttpError('request.body_incomplete');
export const malformedRequest = (): HttpError => new HttpError('request.malformed');
export const requestTooSlow = (): HttpError => new HttpError('request.too_slow');
export const headersTooLarge = (): HttpError => new HttpError('request.headers_too_large');
export const unknownTransferCoding = (): HttpError => new HttpError('request.transfer_coding_unknown');

export const tokenMissing = (): HttpError => new HttpError('token.missing');
export const tokenInvalid = (): HttpError => new HttpError('token.invalid');

export const empresaNotFound = (): HttpError => new HttpError('empresa.not_found');

export const keyNotFound = (): HttpError => new HttpError('key.not_found');
export const lastAdminKey = (): HttpError => new HttpError('key.last_admin');
export const tooManyKeys = (): HttpError =>
  new HttpError('key.too_many', { detail: `A empresa já tem ${maxKeys} chaves válidas` });
