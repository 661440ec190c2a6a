import { z } from 'zod';
import { documentedAs } from './openapi/json-schema.ts';
import { messages } from './pagination.errors.ts';
import { line } from './text.ts';

const positiveWhole = (error: string) => z.string({ error }).regex(/^0*[1-9]\d*$/, { error });

/** Up to here a page number is told back to the digit, and its offset is within what PostgreSQL counts. */
const furthestPage = Number.MAX_SAFE_INTEGER;

export const largestPage = 100;

/** `page` and `limit` of every list; a larger limit is answered, and told, as the largest one. */
export const pageQuery = z.object({
  page: documentedAs(positiveWhole(messages.page).transform(Number).pipe(z.number().max(furthestPage)).default(1), {
    type: 'integer',
    minimum: 1,
    default: 1,
  }),
  limit: documentedAs(
    positiveWhole(messages.limit)
      .transform((limit) => Math.min(Number(limit), largestPage))
      .default(20),
    { type: 'integer', minimum: 1, default: 20 },
  ),
});

export type Page = z.output<typeof pageQuery>;

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

/** An empty search is no search. */
export const searchText = line(0, 200)
  .transform((value) => value || undefined)
  .optional();

export const booleanQuery = documentedAs(
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  { type: 'boolean' },
);
