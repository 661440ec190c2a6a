import type { JsonSchema } from '@representa/service-kit/openapi';

/** Each operation has a key of its own: one that another request used would be refused. */
export const headerDocs = (operationId: string): Record<string, JsonSchema> => ({
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    examples: [`${operationId}-4711`],
    description:
      'Torna a criação segura de repetir: por 24 horas, a mesma chave com o mesmo corpo recebe a mesma resposta e nada é criado duas vezes',
  },
});

export const replyHeaderDocs: Record<string, JsonSchema> = {
  'Idempotency-Replayed': {
    type: 'string',
    const: 'true',
    description: 'Presente quando a resposta é a de uma requisição anterior com a mesma Idempotency-Key',
  },
};
