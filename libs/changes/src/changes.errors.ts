import { HttpError } from '@representa/service-kit';

export const cursorExpired = (): HttpError =>
  new HttpError(410, 'Cursor expirado. Recomece com cursor vazio para receber tudo novamente');
