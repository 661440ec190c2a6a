import type { FoundIssue } from '@representa/service-kit';
import type { FastifyRequest } from 'fastify';
import { dateValue } from './values.schemas.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The default of `empresa.fuso_horario` in the gateway. */
const defaultTimeZone = 'America/Sao_Paulo';

/** An unknown zone, for example one misspelt in the database, must not make sales fail. */
const makeFormat = (timeZone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, ...parts });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { timeZone: defaultTimeZone, ...parts });
  }
};

interface InTimeZone {
  time_zone: string;
}

/** The company's date, as YYYY-MM-DD. */
export const todayOf = ({ time_zone }: InTimeZone, moment: Date): string => {
  const format = formats.get(time_zone) ?? makeFormat(time_zone);
  formats.set(time_zone, format);
  return format.format(moment);
};

/** Later than today both in the company's time zone and in UTC: a caller may use either. */
export const isFuture = (date: string, company: InTimeZone, moment: Date): boolean =>
  date > todayOf(company, moment) && date > todayOf({ time_zone: 'UTC' }, moment);

const dateOf = (input: unknown): unknown => (input as { data?: unknown } | null | undefined)?.data;

/** Sales, receipts and payments have happened: their `data` is not in the future. The input may break its schema. */
export const makeFindFutureDate =
  (now: () => Date) =>
  ({ call, body, query }: FastifyRequest): FoundIssue[] => {
    const { data: date } = dateValue.safeParse(dateOf(body) ?? dateOf(query));
    return date && isFuture(date, call, now()) ? [{ path: ['data'], codigo: 'field.future_date' }] : [];
  };

export type FindFutureDate = ReturnType<typeof makeFindFutureDate>;
