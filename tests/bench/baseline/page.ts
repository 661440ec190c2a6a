import { pageLimit, pageOrCursor } from '@representa/service-kit';
import { z } from 'zod';

export const pageQuery = z.object({ page: pageOrCursor.page.default(1), limit: pageLimit });

export type Page = z.output<typeof pageQuery>;

export const offsetOf = ({ page, limit }: Page): number => (page - 1) * limit;

export const pageReply = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ data: z.array(record), page: z.int(), limit: z.int(), total: z.int() });
