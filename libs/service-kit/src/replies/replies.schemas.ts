import { z } from 'zod';

/** The reply of a read, an update or a creation: one record. */
export const recordReply = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ success: z.literal(true), data: record });

export interface RecordReply<Data> {
  success: true;
  data: Data;
}

/** The reply of a delete. */
export const messageReply = (message: string) =>
  z.object({ success: z.literal(true), message: z.string().meta({ examples: [message] }) });

/** The reply of a list: a numbered page as the contract has it; with `cursor`, only `data`, `limit` and `next_cursor`. */
export const listReply = <Schema extends z.ZodType>(record: Schema) =>
  z.object({
    data: z.array(record),
    page: z.int().optional(),
    limit: z.int(),
    total: z.int().optional(),
    next_cursor: z.string().nullable().optional(),
  });

/** The reply of a list that is read by cursor only. */
export const cursorReply = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ data: z.array(record), limit: z.int(), next_cursor: z.string().nullable() });

/** `created_at`, `updated_at`: ISO 8601. */
export const timestamp = z.iso.datetime();
