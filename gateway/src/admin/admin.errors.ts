import { HttpError } from '@representa/service-kit';

export const tokenMissing = (): HttpError => new HttpError(401, 'Token de administração ausente');
export const tokenInvalid = (): HttpError => new HttpError(401, 'Token de administração inválido');
