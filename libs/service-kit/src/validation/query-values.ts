import { z } from 'zod';
import { documentedAs } from '../openapi/json-schema.ts';

/** A number that is written as `form` says: in digits alone. */
export const wholeNumber = (form: RegExp, error?: string) =>
  z.string({ error }).regex(form, { error }).transform(Number);

interface Range {
  min: number;
  /** Up to four digits. */
  max: number;
  default: number;
}

/** A whole number in a query. */
export const wholeWithin = ({ min, max, default: defaultValue }: Range, error?: string, description?: string) =>
  documentedAs(
    wholeNumber(/^\d{1,4}$/, error)
      .pipe(z.number().min(min, { error }).max(max, { error }))
      .default(defaultValue),
    { type: 'integer', minimum: min, maximum: max, default: defaultValue, ...(description && { description }) },
  );

/** A boolean in a query. Without `documentedAs`, the document would show an enum of texts. */
export const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true');

export const booleanQuery = documentedAs(booleanText.optional(), { type: 'boolean' });
