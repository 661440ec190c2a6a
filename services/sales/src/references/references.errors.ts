import { HttpError } from '@representa/service-kit';

export const representadaNotFound = (): HttpError => new HttpError(404, 'Representada não encontrada');
