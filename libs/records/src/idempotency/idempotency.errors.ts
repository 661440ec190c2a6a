import { HttpError } from '@representa/service-kit';

export const keyUsedOtherwise = (): HttpError =>
  new HttpError(422, 'Idempotency-Key já utilizada com outra requisição');
/** With `Retry-After`, which tells it from a conflict that stays. */
export const stillRunning = (): HttpError =>
  new HttpError(409, 'Uma requisição com esta Idempotency-Key ainda está em andamento', undefined, 1);

export const messages = {
  malformedKey: 'Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis',
} as const;
