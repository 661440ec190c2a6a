import { HttpError } from '@representa/service-kit';

export const empresaNotFound = (): HttpError => new HttpError(404, 'Empresa não encontrada');
