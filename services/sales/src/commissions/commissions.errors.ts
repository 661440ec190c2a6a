export const messages = {
  month: 'Deve ser um mês no formato AAAA-MM',
  ancientMonth: 'O mês deve ser a partir de 1900-01',
} as const;
