import type { z } from 'zod';
import type { HttpError } from '../http-error.ts';
import { type Fields, type JsonSchema, nameSchemas } from './json-schema.ts';

export interface Tag {
  name: string;
  description: string;
}

/** What the document says of an operation, beside what its schemas say. */
export interface OperationDocs {
  operationId: string;
  summary: string;
  description?: string;
  tag: Tag;
  fields: Fields;
  /** What it can answer beside invalid input and the errors that every operation has. */
  errors?: readonly HttpError[];
  /** An example of the body; unless given, it is made of the fields' examples. */
  example?: object;
  /** Of parameters and headers, by name, where they differ from those of the fields. */
  examples?: Record<string, unknown>;
  /** What the record of the reply's example has instead of the fields' examples. */
  repliedExample?: object;
  /** What the names of the reply's schemas begin with, unless it is the name of the record's schema. */
  replyName?: string;
  requestHeaders?: Record<string, JsonSchema>;
  /** Headers that the page sends unless its user removes them. */
  sentHeaders?: Record<string, JsonSchema>;
  /** The headers of successful replies. */
  replyHeaders?: Record<string, JsonSchema>;
  /** ETag, If-Match and If-None-Match of a single record, described by the operation's method. */
  isVersioned?: boolean;
  /** It may answer 304, without a body. */
  hasNotModified?: boolean;
  /** Bodies that are not JSON, by media type. */
  requestTypes?: Record<string, JsonSchema>;
  /** Successful replies that are not JSON, by media type. */
  replyTypes?: Record<string, JsonSchema>;
  /** The faults of a file are told row by row. */
  hasRowFaults?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    docs?: OperationDocs;
  }
}

interface Resource {
  tag: Tag;
  /** Names under which the document shows schemas. */
  schemas: Record<string, z.ZodType>;
  fields: Fields;
  /** A record that operations with an id in their path can be tried on. */
  exampleId?: string;
}

type OwnDocs = Omit<OperationDocs, 'operationId' | 'tag' | 'fields'>;

/** The operations of a resource share its tag and the descriptions of its fields. */
export const describeResource =
  ({ tag, schemas, fields, exampleId }: Resource) =>
  <Name extends string>(operations: Record<Name, OwnDocs>) => {
    nameSchemas(schemas);
    return Object.fromEntries(
      Object.entries<OwnDocs>(operations).map(([operationId, docs]) => [
        operationId,
        { operationId, tag, fields, ...docs, examples: { ...(exampleId && { id: exampleId }), ...docs.examples } },
      ]),
    ) as Record<Name, OperationDocs>;
  };
