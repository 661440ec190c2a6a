import type { z } from 'zod';
import { compileValidator, InvalidInput } from '../src/validation/validation.ts';

/** What the validator of a route says against a value: nothing, or the issues. */
export const issuesOf = (schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] => {
  const validate = compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const { error } = validate(value) as { error?: unknown };
  if (error === undefined) return [];
  if (error instanceof InvalidInput) return error.issues;
  throw error;
};
