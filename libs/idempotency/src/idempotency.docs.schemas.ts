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
