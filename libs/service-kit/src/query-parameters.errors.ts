export const messages = {
  unknownParameter: 'Parâmetro desconhecido',
  repeatedParameter: 'Deve aparecer uma só vez',
} as const;
