export const messages = {
  days: 'Deve ser um número de dias',
  tooLong: (days: number) => `Por produto, o período é de até ${days} dias`,
} as const;
