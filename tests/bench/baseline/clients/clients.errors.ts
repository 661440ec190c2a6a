import { HttpError } from '@representa/service-kit';

export const clientNotFound = (): HttpError => new HttpError(404, 'Cliente não encontrado');
export const emailTaken = (): HttpError => new HttpError(409, 'Email já cadastrado no sistema');
export const codigoTaken = (): HttpError => new HttpError(409, 'Já existe um cliente com este código');
