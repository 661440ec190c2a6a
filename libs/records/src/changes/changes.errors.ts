import { HttpError } from '@representa/service-kit';

export const messages = {
  espera: 'Deve ser um número inteiro de 0 a 25',
} as const;

export const cursorExpired = (): HttpError => new HttpError('cursor.expired');
