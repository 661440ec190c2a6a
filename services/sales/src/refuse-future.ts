import { type EmpresaCall, type FoundIssue, invalidIssues } from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { messages } from './sales/sales.errors.ts';
import { data } from './sales/sales.schemas.ts';
import { isFuture } from './today.ts';

const issuesOf = ({ time_zone }: EmpresaCall, date: string, moment: Date): FoundIssue[] =>
  isFuture(date, time_zone, moment) ? [{ path: ['data'], message: messages.futureDate }] : [];

/** Of what happened: a sale, a receipt, a payment. */
export const refuseFuture = (call: EmpresaCall, date: string, moment: Date): void => {
  const issues = issuesOf(call, date, moment);
  if (issues.length > 0) throw invalidIssues(issues);
};

/** The same, of a body that the schema refuses for something else. */
export const makeFutureDate =
  (now: () => Date) =>
  ({ call, body }: FastifyRequest): FoundIssue[] => {
    const date = data.safeParse((body as { data?: unknown } | null)?.data);
    return date.success ? issuesOf(call, date.data, now()) : [];
  };

export type FutureDate = ReturnType<typeof makeFutureDate>;
