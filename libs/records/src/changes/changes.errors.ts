import { HttpError } from '@representa/service-kit';

export const messages = {
  espera: 'Deve ser um número inteiro de 0 a 25',
} as const;

export const cursorExpired = (): HttpError =>
  new HttpError(410, 'Cursor expirado. Recomece com cursor vazio para receber tudo novamente');
