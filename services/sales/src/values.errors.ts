/** Messages about dates and amounts, wherever they are sent. */
export const messages = {
  tooLarge: 'Valor acima do máximo permitido',
  cents: 'Valor com mais de duas casas decimais',
  futureDate: 'A data não pode ser futura',
  ancientDate: 'A data deve ser a partir de 1900-01-01',
  notBefore: (field: string) => `Deve ser igual ou posterior a "${field}"`,
} as const;
