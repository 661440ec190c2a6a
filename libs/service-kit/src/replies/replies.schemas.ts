import { z } from 'zod';
import { type JsonSchema, replyShownAs } from '../openapi/json-schema.ts';

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

/** The reply of a list that is read by cursor only. */
export const cursorReply = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ data: z.array(record), limit: z.int(), next_cursor: z.string().nullable() });

/** The numbered page of a list, as the contract has it. */
export const numberedPage = <Schema extends z.ZodType>(record: Schema) =>
  z.object({ data: z.array(record), page: z.int(), limit: z.int(), total: z.int() });

/** Both pages of a list, under their titles in the document. */
export const eitherPage = <Schema extends z.ZodType, Numbered extends z.ZodObject>(
  record: Schema,
  numbered: Numbered,
) =>
  z.union([
    numbered.meta({ title: 'Página numerada' }),
    cursorReply(record).meta({ title: 'Página depois de um `cursor`' }),
  ]);

/** The reply of a list: a numbered page or, with `cursor`, the one after it. */
export const listReply = <Schema extends z.ZodType>(record: Schema) =>
  replyShownAs(
    z.object({
      data: z.array(record),
      page: z.int().optional(),
      limit: z.int(),
      total: z.int().optional(),
      next_cursor: z.string().nullable().optional(),
    }),
    eitherPage(record, numberedPage(record)),
  );

/** `created_at`, `updated_at`: ISO 8601. */
export const timestamp = z.iso.datetime();

const version: JsonSchema = { type: 'string', examples: ['"1"'] };

export const etagDocs: Record<string, JsonSchema> = {
  ETag: { ...version, description: 'Versão do registro, entre aspas; toda alteração a aumenta' },
};

export const ifMatchDocs: Record<string, JsonSchema> = {
  'If-Match': {
    ...version,
    description:
      'Só altera se o registro ainda tem uma destas versões (ETag); senão, 412. `*` aceita qualquer uma. Sem o cabeçalho, altera sempre',
  },
};

export const ifNoneMatchDocs: Record<string, JsonSchema> = {
  'If-None-Match': { ...version, description: 'Versões (ETag) já conhecidas: se a atual é uma delas, 304 sem corpo' },
};
