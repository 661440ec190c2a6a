import { z } from 'zod';
import { messages } from '../kit.errors.ts';
import { documentedAs } from '../openapi/json-schema.ts';
import { wholeNumber } from '../validation/query-values.ts';
import { line } from '../validation/text.ts';
import { asCustom, type FoundIssue } from '../validation/validation.ts';

const positive = /^0*[1-9]\d*$/;

/** The largest page number that a reply repeats exactly. Its offset fits into a bigint of PostgreSQL. */
const furthestPage = Number.MAX_SAFE_INTEGER;

export const largestPage = 100;

interface Limits {
  max: number;
  default: number;
}

/** The `limit` of a list. A larger one counts, and is shown, as the largest. */
export const limitUpTo = ({ max, default: byDefault }: Limits, description?: string) =>
  documentedAs(
    wholeNumber(positive, messages.limit(max))
      .transform((limit) => Math.min(limit, max))
      .default(byDefault),
    { type: 'integer', minimum: 1, default: byDefault, ...(description && { description }) },
  );

export const pageLimit = limitUpTo({ max: largestPage, default: 20 });

/** Longer than every cursor that we make: one with a name or a product id of full length fits. */
const cursorText = z.string().max(2_000);

/** Empty on the first page. */
export const cursorParameter = (description: string) => cursorText.default('').describe(description);

/** The query of a list that has no numbered pages. */
export const cursorOnlyQuery = z.object({
  cursor: cursorParameter('O `next_cursor` da página anterior; vazio na primeira. Vale somente com os mesmos filtros'),
  limit: pageLimit,
});

/** The order of every list unless another is asked for. */
const newestFirst = '-created_at';

export const orderedBy = <const Orders extends readonly string[]>(orders: Orders) =>
  z.enum([newestFirst, ...orders]).default(newestFirst);

/** A check of fields that depend on each other, for `superRefine`. */
export const withIssues =
  <Input>(findIssues: (input: Input) => FoundIssue[]) =>
  (input: Input, context: z.RefinementCtx): void => {
    for (const issue of findIssues(input)) context.addIssue(asCustom(issue));
  };

export const pageOrCursor = {
  // Without its default, to tell whether one was sent beside a cursor.
  page: documentedAs(
    wholeNumber(positive, messages.page)
      // 400 digits are Infinity, which `z.number` takes for no number.
      .transform((page) => Math.min(page, Number.MAX_VALUE))
      .pipe(z.number().max(furthestPage))
      .optional(),
    { type: 'integer', minimum: 1, maximum: furthestPage, default: 1 },
  ),
  limit: pageLimit,
  cursor: cursorText.optional(),
};

interface PageOrCursor {
  page?: number | undefined;
  limit: number;
  cursor?: string | undefined;
}

const bothGiven = ({ page, cursor }: PageOrCursor): FoundIssue[] =>
  page !== undefined && cursor !== undefined ? [{ path: ['page'], codigo: 'parameter.page_and_cursor' }] : [];

/** The query of a list, which has the fields of `pageOrCursor`: a numbered page, the first unless given, or a cursor. */
export const listQuery = <Query extends PageOrCursor>(query: z.ZodType<Query>) =>
  query.superRefine(withIssues(bothGiven)).transform((given) => ({ ...given, page: given.page ?? 1 }));

/** An empty search is no search. */
export const searchText = line(0, 200)
  .transform((value) => value || undefined)
  .optional();
