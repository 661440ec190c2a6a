import { HttpError } from '@representa/service-kit';

export const keyUsedOtherwise = (): HttpError =>
  new HttpError(422, 'Idempotency-Key já utilizada com outra requisição');
/** With `Retry-After`, which tells it from a conflict that stays. */
export const stillRunning = (): HttpError =>
  new HttpError(409, 'Uma requisição com esta Idempotency-Key ainda está em andamento', undefined, 1);

export const messages = {
  malformedKey: 'Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis',
} as const;

/** For the document. */
export const headerDocs = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes',
  },
} as const;
export const replyHeaderDocs = {
  'Idempotency-Replayed': {
    type: 'string',
    const: 'true',
    description: 'Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key',
  },
} as const;
