import { z } from 'zod';
import { cursorQuery } from './cursor.ts';
import { messages } from './kit.errors.ts';
import { documentedAs } from './openapi/json-schema.ts';
import { line } from './text.ts';
import type { FoundIssue } from './validation.ts';

const positiveWhole = (error: string) => z.string({ error }).regex(/^0*[1-9]\d*$/, { error });

/** The largest page number that a reply repeats exactly. Its offset fits into a bigint of PostgreSQL. */
const furthestPage = Number.MAX_SAFE_INTEGER;

export const largestPage = 100;

const pageNumber = positiveWhole(messages.page)
  .transform(Number)
  .pipe(z.number({ error: messages.page }).max(furthestPage));
const shownPage = { type: 'integer', minimum: 1, default: 1 } as const;

/** `page` and `limit` of every list; a larger limit counts, and is shown, as the largest one. */
export const pageQuery = z.object({
  page: documentedAs(pageNumber.default(1), shownPage),
  limit: documentedAs(
    positiveWhole(messages.limit)
      .transform((limit) => Math.min(Number(limit), largestPage))
      .default(20),
    { type: 'integer', minimum: 1, default: 20 },
  ),
});

/** The order of every list unless another is asked for. */
const newestFirst = '-created_at';

type Filled<Filters extends z.ZodRawShape> = z.output<z.ZodObject<Filters>>;

/** Checks filters that depend on each other. */
export type FindIssues<Filters extends z.ZodRawShape> = (filters: Filled<Filters>) => FoundIssue[];

/** The records that were asked for, and their order: what a list and its export have in common. */
export type Selection<Order extends string, Filters extends z.ZodRawShape> = Filled<Filters> & {
  ordenar: typeof newestFirst | Order;
};

/** The input of a list that was validated. */
type ListQuery<Order extends string, Filters extends z.ZodRawShape> = Selection<Order, Filters> & {
  page: number;
  limit: number;
  cursor?: string | undefined;
};

/** An order out of a closed set, and the list's own filters. */
export const selectionQuery = <Order extends string, Filters extends z.ZodRawShape>(
  orders: readonly Order[],
  filters: Filters,
  findIssues: FindIssues<Filters> = () => [],
): z.ZodType<Selection<Order, Filters>> =>
  z
    .object({
      ...(filters as z.ZodRawShape),
      ordenar: z.enum([newestFirst, ...(orders as readonly string[])]).default(newestFirst),
    })
    .superRefine((query, context) => {
      for (const issue of findIssues(query as unknown as Filled<Filters>))
        context.addIssue({ code: 'custom', ...issue });
    }) as unknown as z.ZodType<Selection<Order, Filters>>;

const pageOrCursor = {
  // Without its default, to tell whether one was sent beside a cursor.
  page: documentedAs(pageNumber.optional(), shownPage),
  limit: pageQuery.shape.limit,
  cursor: cursorQuery.optional(),
};

/** The query of a list: a selection of its records, by numbered page or by cursor. */
export const listQuery = <Order extends string, Filters extends z.ZodRawShape>(
  orders: readonly Order[],
  filters: Filters,
  findIssues: FindIssues<Filters> = () => [],
): z.ZodType<ListQuery<Order, Filters>> =>
  selectionQuery(orders, { ...pageOrCursor, ...(filters as z.ZodRawShape) }, (query) => {
    const both = query.page !== undefined && query.cursor !== undefined;
    return [
      ...findIssues(query as unknown as Filled<Filters>),
      ...(both ? [{ path: ['page'], message: messages.pageAndCursor }] : []),
    ];
  }).transform((query) => ({ ...query, page: query.page ?? 1 })) as unknown as z.ZodType<ListQuery<Order, Filters>>;

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
