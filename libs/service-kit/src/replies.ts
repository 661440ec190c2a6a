import type { Listing } from '@representa/postgres';
import type { FastifyReply } from 'fastify';
import { inBursts } from './bursts.ts';
import type { Page } from './pagination.ts';
import { type Encoding, writeWhole } from './write-whole.ts';

interface JsonReply {
  reply: FastifyReply;
  status: number;
  body: string;
  encoding: Encoding;
}

/** Without Fastify, which would look at the reply for work that it does not have. */
const write = inBursts<JsonReply>(({ reply, status, body, encoding }) => {
  // The caller has gone.
  if (reply.raw.destroyed) return;
  const length = String(Buffer.byteLength(body, encoding));
  const headers = ['content-type', 'application/json; charset=utf-8', 'content-length', length];
  for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value));
  writeWhole(reply.raw, status, headers, body, encoding);
});

/**
 * Replies are JSON text already: PostgreSQL builds the records, and nothing reads them again on the way. They have the
 * headers that were set before; Fastify's hooks for what is sent do not come.
 */
export const sendJson = (
  reply: FastifyReply,
  status: number,
  body: string,
  encoding: Encoding = 'utf8',
): FastifyReply => {
  write({ reply, status, body, encoding });
  return reply.hijack();
};

export const sendCreated = (reply: FastifyReply, record: string): FastifyReply =>
  sendJson(reply, 201, `{"success":true,"data":${record}}`);

export const sendRecord = (reply: FastifyReply, record: string): FastifyReply =>
  sendJson(reply, 200, `{"success":true,"data":${record}}`);

export const sendMessage = (reply: FastifyReply, message: string): FastifyReply =>
  sendJson(reply, 200, JSON.stringify({ success: true, message }));

/** All that is added to the records is ASCII. */
const sendListing = (reply: FastifyReply, begin: string, { page, limit }: Page, { records, total }: Listing) =>
  sendJson(
    reply,
    200,
    `{${begin}"data":${records.toString('latin1')},"page":${page},"limit":${limit},"total":${total}}`,
    'latin1',
  );

export const sendPage = (reply: FastifyReply, page: Page, listing: Listing): FastifyReply =>
  sendListing(reply, '', page, listing);

/** For the lists that carry `success`; most do not. */
export const sendSuccessfulPage = (reply: FastifyReply, page: Page, listing: Listing): FastifyReply =>
  sendListing(reply, '"success":true,', page, listing);
