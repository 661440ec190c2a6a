import { z } from 'zod';
import { cursorQuery } from './cursor.ts';
import { documentedAs } from './openapi/json-schema.ts';
import { messages } from './pagination.errors.ts';
import { line } from './text.ts';

const positiveWhole = (error: string) => z.string({ error }).regex(/^0*[1-9]\d*$/, { error });

/** Up to here a page number is told back to the digit, and its offset is within what PostgreSQL counts. */
const furthestPage = Number.MAX_SAFE_INTEGER;

export const largestPage = 100;

const pageNumber = positiveWhole(messages.page).transform(Number).pipe(z.number().max(furthestPage));
const shownPage = { type: 'integer', minimum: 1, default: 1 } as const;

/** `page` and `limit` of every list; a larger limit is answered, and told, as the largest one. */
export const pageQuery = z.object({
  page: documentedAs(pageNumber.default(1), shownPage),
  limit: documentedAs(
    positiveWhole(messages.limit)
      .transform((limit) => Math.min(Number(limit), largestPage))
      .default(20),
    { type: 'integer', minimum: 1, default: 20 },
  ),
});

export type Page = z.output<typeof pageQuery>;

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

/** The order of every list unless another is asked for. */
const newestFirst = '-created_at';

type Filled<Filters extends z.ZodRawShape> = z.output<z.ZodObject<Filters>>;

/** The input of a list that was validated. */
export type ListQuery<Order extends string, Filters extends z.ZodRawShape> = Filled<Filters> & {
  page: number;
  limit: number;
  cursor?: string | undefined;
  ordenar: typeof newestFirst | Order;
};

/**
 * The query of a list: a numbered page or a cursor, an order out of a closed set, and the list's own filters.
 * `findIssues` judges filters together.
 */
export const listQuery = <Order extends string, Filters extends z.ZodRawShape>(
  orders: readonly Order[],
  filters: Filters,
  findIssues: (filters: Filled<Filters>) => { path: string[]; message: string }[] = () => [],
): z.ZodType<ListQuery<Order, Filters>> => {
  const fields = z.object({
    ...pageQuery.shape,
    // Without its default, to tell whether one was sent beside a cursor.
    page: documentedAs(pageNumber.optional(), shownPage),
    cursor: cursorQuery.optional(),
    ordenar: z.enum([newestFirst, ...(orders as readonly string[])]).default(newestFirst),
  });
  return z
    .object({ ...fields.shape, ...(filters as z.ZodRawShape) })
    .superRefine((query, context) => {
      const { page, cursor } = query as z.output<typeof fields>;
      const both = page !== undefined && cursor !== undefined;
      const issues = [
        ...findIssues(query as unknown as Filled<Filters>),
        ...(both ? [{ path: ['page'], message: messages.pageAndCursor }] : []),
      ];
      for (const issue of issues) context.addIssue({ code: 'custom', ...issue });
    })
    .transform((query) => ({ ...query, page: query.page ?? 1 })) as unknown as z.ZodType<ListQuery<Order, Filters>>;
};

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
