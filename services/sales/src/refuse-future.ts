import { type EmpresaCall, type FoundIssue, invalidIssues } from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { isFuture } from './today.ts';
import { messages } from './values.errors.ts';
import { data } from './values.schemas.ts';

const issuesOf = ({ time_zone }: EmpresaCall, date: string, moment: Date): FoundIssue[] =>
  isFuture(date, time_zone, moment) ? [{ path: ['data'], message: messages.futureDate }] : [];

/** Of what happened: a sale, a receipt, a payment. */
export const refuseFuture = (call: EmpresaCall, date: string, moment: Date): void => {
  const issues = issuesOf(call, date, moment);
  if (issues.length > 0) throw invalidIssues(issues);
};

const dateOf = (input: unknown): unknown => (input as { data?: unknown } | null | undefined)?.data;

/** The issue of a future `data` in an input that breaks its schema, so that no use-case sees it. */
export const makeFindFutureDate =
  (now: () => Date) =>
  ({ call, body, query }: FastifyRequest): FoundIssue[] => {
    const date = data.safeParse(dateOf(body) ?? dateOf(query));
    return date.success ? issuesOf(call, date.data, now()) : [];
  };

export type FindFutureDate = ReturnType<typeof makeFindFutureDate>;
