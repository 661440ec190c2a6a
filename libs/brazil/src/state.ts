import { z } from 'zod';
import { invalidEstado } from './brazil.errors.ts';

/**
 * Any two letters: the contract asks for an abbreviation, not for one of today's 27 states. A missing one keeps the
 * general message.
 */
export const estado = z
  .string({ error: ({ input }) => (input === undefined || input === null ? undefined : invalidEstado) })
  .trim()
  .regex(/^[A-Za-z]{2}$/)
  .toUpperCase();
