import { cursorQuery, timestamp } from '@representa/service-kit';
import { z } from 'zod';

const wholeUpTo = (most: number, usual: number, least = 0) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(usual);

export const longestWaitSeconds = 25;

export const changesQuery = z.object({
  /** Empty: from the beginning. */
  cursor: cursorQuery.default(''),
  limit: wholeUpTo(500, 100, 1),
  /** How many seconds to wait for the next change, when there is none. */
  espera: wholeUpTo(longestWaitSeconds, 0),
});

export type ChangesQuery = z.output<typeof changesQuery>;

/** The current record, or only the id of one that was deleted. */
export const changesReply = <Record extends z.ZodType>(record: Record) =>
  z.object({
    data: z.array(
      z.object({
        tipo: z.enum(['alterado', 'excluido']),
        id: z.string(),
        alterado_em: timestamp,
        registro: record.optional(),
      }),
    ),
    limit: z.int(),
    next_cursor: z.string(),
  });

/** One entry as a repository returns it. */
export interface Change<Record> {
  change: number;
  tipo: 'alterado' | 'excluido';
  id: string;
  alterado_em: string;
  registro?: Record;
}
