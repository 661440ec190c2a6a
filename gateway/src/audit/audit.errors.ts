export const messages = {
  limit: 'Deve ser um número inteiro de 1 a 100',
  moment: 'Use uma data (2026-11-01) ou um momento (2026-11-01T12:00:00Z)',
  reversed: 'Deve ser depois de `de`',
} as const;
