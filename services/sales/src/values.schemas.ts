import { z } from 'zod';
import { messages } from './values.errors.ts';

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
