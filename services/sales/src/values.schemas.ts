import { z } from 'zod';

/** Messages about dates and amounts, wherever they are sent. */
export const messages = {
  tooLarge: 'Valor acima do máximo permitido',
  cents: 'Valor com mais de duas casas decimais',
  ancientDate: 'A data deve ser a partir de 1900-01-01',
  notBefore: (field: string) => `Deve ser igual ou posterior a "${field}"`,
} as const;

/** The largest total that a double holds to the cent. */
export const largestTotal = 9_999_999_999_999.99;

export const dateValue = z.iso
  .date({ abort: true })
  .refine((date) => date >= '1900-01-01', { error: messages.ancientDate });

export const isInCents = (value: number): boolean => Number(value.toFixed(2)) === value;

/** What somebody pays: to the cent. */
export const amount = z
  .number()
  .positive()
  .max(largestTotal, { error: messages.tooLarge })
  .refine(isInCents, { error: messages.cents });
