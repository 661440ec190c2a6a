import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { byteOrderMark, type Cell, csvLine, csvType, type Formats, formatsOf } from '../csv/write-csv.ts';

export interface SentFile<Content extends Buffer | Readable> {
  content: Content;
  type: string;
  fileName: string;
}

/**
 * Typed as if it returned nothing: the schema of a route's reply describes its JSON. Fastify waits for the reply that
 * is returned.
 */
export const replyWithFile: (reply: FastifyReply, file: SentFile<Buffer | Readable>) => void = (
  reply,
  { content, type, fileName },
) => {
  // Fastify would read the whole file to answer a HEAD.
  if (reply.request.method === 'HEAD' && !Buffer.isBuffer(content)) content.destroy();
  return reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(content);
};

/** A file with these columns of the records. */
export const replyWithCsv = <Column extends string>(
  reply: FastifyReply,
  fileName: string,
  columns: readonly Column[],
  records: readonly { readonly [Name in Column]?: Cell }[],
  formats: Formats = {},
) => {
  const columnFormats = formatsOf(columns, formats);
  const lines = records.map((record) =>
    csvLine(
      columns.map((column) => record[column]),
      columnFormats,
    ),
  );
  return replyWithFile(reply, {
    content: Buffer.from(byteOrderMark + csvLine(columns) + lines.join('')),
    type: csvType,
    fileName,
  });
};
