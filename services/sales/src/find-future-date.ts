import type { FoundIssue } from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { isFuture } from './today.ts';
import { messages } from './values.errors.ts';
import { dateValue } from './values.schemas.ts';

const dateOf = (input: unknown): unknown => (input as { data?: unknown } | null | undefined)?.data;

/** Sales, receipts and payments have happened: their `data` is not in the future. The input may break its schema. */
export const makeFindFutureDate =
  (now: () => Date) =>
  ({ call, body, query }: FastifyRequest): FoundIssue[] => {
    const { data: date } = dateValue.safeParse(dateOf(body) ?? dateOf(query));
    return date && isFuture(date, call, now()) ? [{ path: ['data'], message: messages.futureDate }] : [];
  };

export type FindFutureDate = ReturnType<typeof makeFindFutureDate>;
