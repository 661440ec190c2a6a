import { arrayLiteral } from '@representa/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCall } from '../call.ts';
import { preconditionFailed } from '../kit.errors.ts';
import type { RecordReply } from './replies.schemas.ts';

/** A record whose every change raises its version. */
export interface Versioned {
  version: number;
}

const etagOf = ({ version }: Versioned): string => `"${version}"`;

/** A strong ETag of ours; weak or foreign ones match no version. */
const form = /^"([1-9]\d{0,8})"$/;

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim());

const changing = new Set(['PUT', 'PATCH', 'DELETE']);

/** The versions that `If-Match` of a PUT, PATCH or DELETE accepts. Undefined: any version of an existing record. */
export const ifMatchOf = ({ method, headers }: FastifyRequest): number[] | undefined => {
  const header = headers['if-match'];
  if (!changing.has(method)) return undefined;
  if (header === undefined || header.trim() === '*') return undefined;
  return tagsIn(header)
    .map((tag) => form.exec(tag)?.[1])
    .filter((version) => version !== undefined)
    .map(Number);
};

/** A hook for records that have no version: of `If-Match`, only `*` fits them. */
export const refuseIfMatch = async (request: FastifyRequest): Promise<void> => {
  if (ifMatchOf(request)) throw preconditionFailed();
};

/** For the statement of a write: `{1,2}`, or null when any version will do. */
export const acceptedVersions = ({ ifMatch }: Pick<RequestCall, 'ifMatch'>): string | null =>
  ifMatch ? arrayLiteral(ifMatch) : null;

/** The violation that a write reports when `If-Match` does not match. */
export const versionConflict = { version_mismatch: preconditionFailed };

/** Answers with a record and its ETag. */
export const replyWithRecord = <Data extends Versioned>(reply: FastifyReply, data: Data): RecordReply<Data> => {
  reply.header('etag', etagOf(data));
  return { success: true, data };
};

/** Answers a read with a record and its ETag, or with 304 when `If-None-Match` names its version. */
export const replyUnlessKnown = <Data extends Versioned>(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  data: Data,
): RecordReply<Data> => {
  const body = replyWithRecord(reply, data);
  const known = headers['if-none-match'];
  if (known === undefined || !matchesEtag(known, etagOf(data))) return body;
  // Returning the reply tells Fastify that it was sent. Otherwise it would be sent a second time, which ends the process.
  return reply.code(304).send() as never;
};

/** Whether `If-None-Match` names the tag. Weak comparison: proxies that compress a reply weaken its tag. */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === '*' || tagsIn(header).some((tag) => tag.replace(/^W\//, '') === etag);
