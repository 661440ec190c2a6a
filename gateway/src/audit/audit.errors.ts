export const messages = {
  moment: 'Use uma data (2026-11-01) ou um momento (2026-11-01T12:00:00Z)',
  outOfRange: 'Deve estar entre os anos 1900 e 9999 (UTC)',
  reversed: 'Deve ser igual ou posterior a "de"',
} as const;
