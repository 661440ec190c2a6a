export const messages = { days: 'Deve ser um número de dias' } as const;
