export const messages = {
  days: 'Deve ser um número de dias',
  reversed: 'Deve ser igual ou posterior a de',
  tooLong: (days: number) => `Por produto, o período é de até ${days} dias`,
} as const;
