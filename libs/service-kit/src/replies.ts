import type { FastifyReply } from 'fastify';
import type { Page } from './pagination.ts';

/** Replies are JSON text already: PostgreSQL builds the records, and nothing reads them again on the way. */
export const sendJson = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(body);

export const sendCreated = (reply: FastifyReply, record: string): FastifyReply =>
  sendJson(reply, 201, `{"success":true,"data":${record}}`);

export const sendRecord = (reply: FastifyReply, record: string): FastifyReply =>
  sendJson(reply, 200, `{"success":true,"data":${record}}`);

export const sendMessage = (reply: FastifyReply, message: string): FastifyReply =>
  sendJson(reply, 200, JSON.stringify({ success: true, message }));

export interface Listing {
  /** A JSON array. */
  records: string;
  total: number;
}

export const sendPage = (reply: FastifyReply, { page, limit }: Page, { records, total }: Listing): FastifyReply =>
  sendJson(reply, 200, `{"data":${records},"page":${page},"limit":${limit},"total":${total}}`);

/** For the lists that carry `success`; most do not. */
export const sendSuccessfulPage = (
  reply: FastifyReply,
  { page, limit }: Page,
  { records, total }: Listing,
): FastifyReply =>
  sendJson(reply, 200, `{"success":true,"data":${records},"page":${page},"limit":${limit},"total":${total}}`);
