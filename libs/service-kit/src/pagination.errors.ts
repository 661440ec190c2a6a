export const messages = {
  page: 'Deve ser um número inteiro a partir de 1',
  limit: 'Deve ser um número inteiro de 1 a 100',
  pageAndCursor: 'Use page ou cursor, não os dois',
} as const;
